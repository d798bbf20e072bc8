/** Asks worded queries, slipped articles and lines of lists over the demonstration catalogue and judges what is found, for the command check-queries.ts. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readQuestion } from '../../../rules/catalogue/question.ts';
import { migrations } from '../../catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { FillArgs } from '../../catalogue/demo/fill-job.ts';
import { demoPositions } from '../../catalogue/demo/positions.ts';
import { type Random, seeded, shuffled } from '../../catalogue/demo/providers.ts';
import { findLines } from '../../catalogue/search/list-search.ts';
import { partsRequest } from '../../catalogue/search/parts-request.ts';
import { PartSearch } from '../../catalogue/search/search-parts.ts';
import { PositionSearch } from '../../catalogue/search/search-positions.ts';
import { FileSearchIndex } from '../../catalogue/search-index/file-index.ts';
import { ShownColumns } from '../../catalogue/search-index/shown-columns.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { openSqlite } from '../../platform/database/sqlite-connection.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';

/** A query as people ask, and what is known of its first part: words of title, brand and maker, the article's beginning. */
interface DemoQuery {
  readonly query: string;
  /** Beginnings of words, all of which the part has; `a|b` for either. */
  readonly words: string;
  readonly article: string;
}

interface Judged {
  readonly asked: DemoQuery;
  /** Place of the first row that is meant, from 1; 0: not among those that count. */
  readonly place: number;
  /** The first row, as «article title»; null when nothing was found. */
  readonly first: string | null;
}

const FIRST_ROWS = 3;
const FILL = new URL('../../catalogue/demo/fill-job.ts', import.meta.url);

export const readDemoQueries = (): DemoQuery[] =>
  parse<DemoQuery>(readFileSync(new URL('../../catalogue/demo/queries.csv', import.meta.url)), { columns: true });

/** A text and the article of the part that it means. */
interface Meant {
  readonly text: string;
  readonly article: string;
  /** Pieces that a line of a list asks for. */
  readonly amount?: number;
}

interface FoundOrNot {
  readonly meant: Meant;
  readonly isFound: boolean;
  /** What was found instead. */
  readonly found: readonly string[];
}

/** Lines as people write them into lists, of parts of the demonstration. */
export const readDemoLines = (): Meant[] =>
  parse<Meant>(readFileSync(new URL('../../catalogue/demo/lines.csv', import.meta.url)), {
    columns: true,
    cast: (value, { column }) => (column === 'amount' ? Number(value) : value),
  });

const SLIPS = 180;

/** Articles of the demonstration with one sign wrong, missing, doubled or swapped with the next, the same for a seed. */
export function slippedArticles(seed: number): Meant[] {
  const random = seeded(seed);
  const articles = [...new Set(demoPositions().map(({ article }) => article))].filter((one) => /\d/.test(one));
  return shuffled(random, articles)
    .slice(0, SLIPS)
    .map((article, at) => ({ article, text: slipIn(article, at, random) }));
}

function slipIn(article: string, kind: number, random: Random): string {
  const signs = [...article];
  const places = signs.flatMap((sign, at) => (/[\p{L}\p{N}]/u.test(sign) ? [at] : []));
  const pairs = places.flatMap((at, place) => {
    const next = places[place + 1];
    return next !== undefined && signs[next] !== signs[at] ? [[at, next] as const] : [];
  });
  const at = random.pick(places);
  const sign = signs[at] as string;
  const others = [...(/\d/.test(sign) ? '0123456789' : 'АБВГДЕКМНПРСТ')].filter((one) => one !== sign);
  if (kind % 4 === 0) signs[at] = random.pick(others);
  else if (kind % 4 === 1) signs.splice(at, 1);
  else if (kind % 4 === 2 || pairs.length === 0) signs.splice(at, 0, sign);
  else {
    const [one, next] = random.pick(pairs);
    [signs[one], signs[next]] = [signs[next] as string, signs[one] as string];
  }
  return signs.join('');
}

/** How many rows of parts are looked at for what is meant. */
const FIRST_PARTS = 5;

export const judgeSlips = (slips: readonly Meant[]): Promise<FoundOrNot[]> =>
  overDemo(async ({ parts }) => {
    const judged: FoundOrNot[] = [];
    for (const meant of slips) {
      const question = readQuestion(new Map([['query', meant.text]]));
      const { parts: found } = await parts.search(partsRequest(question, { limit: FIRST_PARTS }), 0);
      judged.push(judgedBy(meant, found));
    }
    return judged;
  });

/** The first part of the reading that counts is meant, in the quantity that is asked for. */
export const judgeLines = (lines: readonly Meant[]): Promise<FoundOrNot[]> =>
  overDemo(async ({ index, shown, parts }) => {
    const texts = lines.map(({ text }) => text);
    const answer = await findLines(index, shown.current(), texts, 0, (text) => parts.byWords(text, 0));
    const readings = new Map(answer.lines.map(({ text, readings, chosen }) => [text, readings[chosen]]));
    return lines.map((meant) => {
      const reading = readings.get(meant.text);
      const judged = judgedBy(meant, reading?.parts.slice(0, 1) ?? []);
      return { ...judged, isFound: judged.isFound && reading?.amount === meant.amount };
    });
  });

function judgedBy(meant: Meant, parts: readonly { readonly article: string; readonly title: string }[]): FoundOrNot {
  const key = articleKey(meant.article);
  const isFound = parts.some(({ article }) => articleKey(article) === key);
  return { meant, isFound, found: parts.map(({ article, title }) => `${article} ${title}`) };
}

interface DemoSearch {
  readonly index: FileSearchIndex;
  readonly shown: ShownColumns;
  readonly parts: PartSearch;
}

export const judgeDemoQueries = (queries: readonly DemoQuery[]): Promise<Judged[]> =>
  overDemo(async ({ index, shown }) => {
    const search = new PositionSearch(index, shown);
    const judged: Judged[] = [];
    for (const asked of queries) judged.push(await judge(search, asked));
    return judged;
  });

/** Does the work over a demonstration catalogue of its own, which is removed. */
async function overDemo<T>(work: (search: DemoSearch) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-queries-'));
  const file = join(folder, 'bridge.db');
  const database = await openDatabase<CatalogueSchema>({ dialect: 'sqlite', file }, migrations);
  try {
    await database.runJob<FillArgs, number>(FILL, { day: 0, moment: 0 });
    const db = openSqlite(file, true);
    try {
      const [index, shown] = [new FileSearchIndex(db), new ShownColumns(db)];
      return await work({ index, shown, parts: new PartSearch(index, shown) });
    } finally {
      db.close();
    }
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function judge(search: PositionSearch, asked: DemoQuery): Promise<Judged> {
  const request = { query: asked.query, limit: FIRST_ROWS, offset: 0, last: 0, cursor: '' };
  const rows = (await search.search(request, 0))?.positions ?? [];
  const [first] = rows;
  const place = rows.findIndex(
    ({ article, title, brantTitle, manufacturer }) =>
      articleKey(article).startsWith(articleKey(asked.article)) &&
      holdsWords(`${article} ${title} ${brantTitle} ${manufacturer ?? ''}`, asked.words),
  );
  return { asked, place: place + 1, first: first ? `${first.article} ${first.title}` : null };
}

/** Whether every expected word begins a word of the text; a supplier's look-alikes count as the letters they stand for. */
function holdsWords(text: string, words: string): boolean {
  const plain = foldSearch(text).replaceAll('kamaз', 'камаз').replaceAll('maз', 'маз');
  const held = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return foldSearch(words)
    .split(' ')
    .every((either) => either.split('|').some((word) => held.some((one) => one.startsWith(word))));
}
