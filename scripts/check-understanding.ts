// Measures how well titles and queries are read, over labelled lists that were written without sight of the rules:
// `npm run check:understanding -- [a, b, c or d] [--misses=kind|kin|machine|side|marks|system|query]`. Half b of the first two sets and
// half d of the last one are not looked at while the data grow; their misses are not to be read. The others are there to learn
// from.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartsAnswer } from '../contract/catalogue/parts.ts';
import { readQuestion } from '../rules/catalogue/question.ts';
import { migrations } from '../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../server/catalogue/context/schema.ts';
import { isOf } from '../server/catalogue/part-reader/lexicon-data.ts';
import { readPart } from '../server/catalogue/part-reader/read-part.ts';
import { partsRequest } from '../server/catalogue/search/parts-request.ts';
import { PartSearch } from '../server/catalogue/search/search-parts.ts';
import { FileSearchIndex } from '../server/catalogue/search-index/file-index.ts';
import { ShownColumns } from '../server/catalogue/search-index/shown-columns.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { openSqlite } from '../server/platform/database/sqlite-connection.ts';
import type { ListArgs } from '../tests/understanding/fill-list-job.ts';

interface LabelledTitle {
  readonly n: number;
  readonly list: string;
  readonly title: string;
  readonly kind: string;
  readonly system: string;
  readonly machines: readonly string[];
  readonly side: readonly string[];
  readonly marks: readonly string[];
}

interface LabelledQuery {
  readonly list: string;
  readonly query: string;
  readonly right: readonly number[];
  /** Shown near the top they anger no buyer. */
  readonly fine: readonly number[];
  readonly nothing: boolean;
  readonly about: string;
}

const FOLDER = new URL('../tests/understanding/', import.meta.url);

function linesOf<Line>(beginning: string): Line[] {
  const files = readdirSync(FOLDER).filter((name) => name.startsWith(beginning) && name.endsWith('.jsonl'));
  return files
    .sort()
    .flatMap((name) => readFileSync(new URL(name, FOLDER), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);
}

const [half = 'all'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const misses = process.argv.find((word) => word.startsWith('--misses='))?.slice('--misses='.length) ?? '';
const onlyList = process.argv.find((word) => word.startsWith('--list='))?.slice('--list='.length) ?? '';
const titles = linesOf<LabelledTitle>('titles-');
/** Lists that are there to learn from end so: «kamaz 2», and those of the last set that are only counted: «buses 3». */
const halfOf = ({ list }: { readonly list: string }, at: number) =>
  list.endsWith(' 2') ? 'c' : list.endsWith(' 3') ? 'd' : at % 2 === 0 ? 'a' : 'b';
const isAsked = (one: { readonly list: string }, at: number) => half === 'all' || half === halfOf(one, at);
const queries = linesOf<LabelledQuery>('queries-').filter(isAsked);

class Score {
  right = 0;
  said = 0;
  there = 0;

  count(said: readonly string[], there: readonly string[], isRight = (one: string) => there.includes(one)): void {
    this.said += said.length;
    this.there += there.length;
    this.right += said.filter(isRight).length;
  }

  get text(): string {
    const share = (of: number) => (of === 0 ? '–' : ((100 * this.right) / of).toFixed(1));
    return `precision ${share(this.said)} %, recall ${share(this.there)} %`;
  }
}

/** The labels of the first sets say of what was rebuilt that it has no mark. */
const UNLABELLED = 'восстановленный';
const LABELLED_FROM = 9_000;

/** What a label means in the words of the data: it is written in plain words, and read like a title. */
const labelled = (kind: string): string => (kind === '' ? '' : (readPart(kind).kind?.name ?? `?${kind}`));
const labelledMachine = (name: string): string[] => readPart(name).machines.map((machine) => machine.name);

function checkTitles(): void {
  const scores = Object.fromEntries(
    ['kind', 'kind or wider', 'system', 'machine', 'side', 'marks'].map((name) => [name, new Score()]),
  ) as Record<string, Score>;
  const byList = new Map<string, Score>();
  for (const [at, one] of titles.entries()) {
    if (!isAsked(one, at) || (onlyList !== '' && one.list !== onlyList)) continue;
    const read = readPart(one.title);
    const said = read.kind ? [read.kind.name] : [];
    const label = labelled(one.kind);
    const there = label === '' ? [] : [label];
    const list = byList.get(one.list) ?? new Score();
    byList.set(one.list, list);
    list.count(said, there);
    scores.kind?.count(said, there);
    const kind = readPart(one.kind).kind;
    const related = (name: string) => there.includes(name) || isOf(kind, name) || isOf(read.kind, there[0] ?? '');
    scores['kind or wider']?.count(said, there, related);
    scores.system?.count(read.kind ? [read.kind.system] : [], one.system === '' ? [] : [one.system]);
    const machines = [
      ...new Set(
        one.machines.flatMap((name) =>
          labelledMachine(name)
            .slice(0, 1)
            .concat(labelledMachine(name).length === 0 ? [`?${name}`] : []),
        ),
      ),
    ];
    const saidMachines = read.named.map((group) => group.map(({ name }) => name));
    const hit = (group: readonly string[]) =>
      group.some(
        (name) => machines.includes(name) || one.machines.some((label) => labelledMachine(label).includes(name)),
      );
    if (scores.machine) {
      scores.machine.said += saidMachines.length;
      scores.machine.there += machines.length;
      scores.machine.right += Math.min(saidMachines.filter(hit).length, machines.length);
    }
    scores.side?.count(read.sides, one.side);
    const marks = read.marks.filter((mark) => mark !== UNLABELLED || one.n >= LABELLED_FROM);
    scores.marks?.count(marks, one.marks);
    const same = (some: readonly string[], others: readonly string[]) =>
      [...some].sort().join() === [...others].sort().join();
    const system = read.kind ? [read.kind.system] : [];
    const missed: Readonly<Record<string, { said: readonly string[]; is: string; isMiss: boolean }>> = {
      kind: { said, is: `${one.kind} (${there})`, isMiss: said[0] !== there[0] },
      kin: {
        ...{ said, is: `${one.kind} (${there})` },
        isMiss: !(said.every(related) && said.length === there.length),
      },
      machine: {
        said: saidMachines.map((group) => group.join('/')),
        is: one.machines.join(),
        isMiss: saidMachines.length !== machines.length || !saidMachines.every(hit),
      },
      side: { said: read.sides, is: one.side.join(), isMiss: !same(read.sides, one.side) },
      marks: { said: marks, is: one.marks.join(), isMiss: !same(marks, one.marks) },
      system: { said: [...said, ...system], is: `${one.kind} ${one.system}`, isMiss: one.system !== (system[0] ?? '') },
    };
    const miss = missed[misses];
    if (miss?.isMiss) console.log(`${one.list} | ${one.title} | said ${miss.said} | is ${miss.is}`);
  }
  console.log(`titles, ${half}:`);
  for (const [name, score] of Object.entries(scores)) console.log(`  ${name}: ${score.text}`);
  for (const [name, score] of byList) console.log(`  kind in «${name}»: ${score.text}`);
}

/** Rows that are asked for. */
const ROWS = 50;
const FIRST_ROWS = 5;
const TOP = 3;

async function checkQueries(): Promise<void> {
  const sums = {
    found: 0,
    asked: 0,
    clean: 0,
    nothing: 0,
    nothingAsked: 0,
    lines: 0,
    linesAsked: 0,
    recall: 0,
    any: 0,
  };
  for (const list of new Set(titles.map((title) => title.list))) {
    if (onlyList !== '' && list !== onlyList) continue;
    await overList(list, async (search) => {
      for (const asked of queries.filter((query) => query.list === list)) {
        const answer = await search(asked.query);
        const says = sayings(answer);
        const rows = answer.parts.map(({ article }) => Number(article.replaceAll('Z', '')));
        const isApart = answer.apart;
        const top = isApart ? [] : rows.slice(0, TOP);
        const isClean = top.every((n) => asked.right.includes(n) || asked.fine.includes(n));
        const isFound = rows.slice(0, FIRST_ROWS).some((n) => asked.right.includes(n));
        sums.any++;
        if (isClean) sums.clean++;
        if (asked.nothing) {
          sums.nothingAsked++;
          if (isApart || rows.length === 0) sums.nothing++;
        } else {
          sums.asked++;
          if (isFound) sums.found++;
          sums.recall += asked.right.filter((n) => rows.includes(n)).length / asked.right.length;
        }
        if (asked.about === 'line' && !asked.nothing) {
          sums.linesAsked++;
          if (asked.right.includes(rows[0] ?? -1)) sums.lines++;
        }
        const isMiss = asked.nothing ? !(isApart || rows.length === 0) : !isFound || !isClean;
        if (misses === 'query' && isMiss) {
          const titleOf = (n: number | undefined) => titles.find((title) => title.n === n)?.title ?? '–';
          const facts = readPart(asked.query);
          console.log(
            `${list} | ${asked.query} [${facts.kind?.name} | ${facts.named.map((group) => group.map(({ name }) => name).join('/'))} | ${facts.sides}] ${says} ${isFound || asked.nothing ? '' : 'NOT FOUND'}${asked.nothing ? 'NOTHING' : ''}${isClean ? '' : ' WRONG'}\n   right: ${titleOf(asked.right[0])}\n   shown: ${rows.slice(0, 3).map(titleOf).join('\n          ')}`,
          );
        }
      }
    });
  }
  const share = (count: number, of: number) => `${((100 * count) / Math.max(of, 1)).toFixed(1)} % of ${of}`;
  console.log(`queries, ${half}:`);
  console.log(`  right part in the first ${FIRST_ROWS} rows: ${share(sums.found, sums.asked)}`);
  console.log(`  nothing wrong in the first ${TOP}: ${share(sums.clean, sums.any)}`);
  console.log(`  «nothing fits» said: ${share(sums.nothing, sums.nothingAsked)}`);
  console.log(`  recall of all right parts: ${share(sums.recall, sums.asked)}`);
  console.log(`  list lines: ${share(sums.lines, sums.linesAsked)}`);
}

const sayings = ({ notes }: PartsAnswer): string[] => notes.map(({ kind }) => kind);

const FILL = new URL('../tests/understanding/fill-list-job.ts', import.meta.url);

/** Asks over a catalogue of this list alone. */
async function overList(
  list: string,
  work: (search: (query: string) => Promise<PartsAnswer>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-understanding-'));
  const file = join(folder, 'bridge.db');
  const database = await openDatabase<CatalogueSchema>({ dialect: 'sqlite', file }, migrations);
  try {
    const own = titles.filter((title) => title.list === list).map(({ n, title }) => ({ n, title }));
    await database.runJob<ListArgs, number>(FILL, { titles: own });
    const db = openSqlite(file, true);
    const parts = new PartSearch(new FileSearchIndex(db), new ShownColumns(db));
    await work((query) => parts.search(partsRequest(readQuestion(new Map([['query', query]])), { limit: ROWS }), 0));
    db.close();
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

checkTitles();
if (queries.length > 0 && ['', 'query'].includes(misses)) await checkQueries();
