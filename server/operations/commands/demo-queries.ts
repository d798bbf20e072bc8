/** Asks worded queries over the demonstration catalogue and judges what is found, for the command check-queries.ts. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { migrations } from '../../catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { FillArgs } from '../../catalogue/demo/fill-job.ts';
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

export async function judgeDemoQueries(queries: readonly DemoQuery[]): Promise<Judged[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-queries-'));
  const file = join(folder, 'bridge.db');
  const database = await openDatabase<CatalogueSchema>({ dialect: 'sqlite', file }, migrations);
  try {
    await database.runJob<FillArgs, number>(FILL, { day: 0, moment: 0 });
    const db = openSqlite(file, true);
    const search = new PositionSearch(new FileSearchIndex(db), new ShownColumns(db));
    const judged: Judged[] = [];
    for (const asked of queries) judged.push(await judge(search, asked));
    db.close();
    return judged;
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
