import type {
  FoundPosition,
  ListSearchAnswer,
  SearchAnswer,
  SearchNote,
  SuggestAnswer,
} from '../../../contract/catalogue/positions.ts';
import { SEARCH_PAGE_MAX, SUGGEST_COUNT } from '../../../contract/limits.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { positionAnswer } from '../context/position.ts';
import type { SearchRequest } from '../context/search-questions.ts';
import { type ParsedQuery, parseQuery, type ReadQuery } from '../search-index/query.ts';
import type { SearchIndex, SearchRow } from '../search-index/search-index.ts';
import { type Cursor, packCursor, unpackCursor } from './cursor.ts';
import { countRows, type FoundRow, type Mark, markBehind, markOf, type Page, pageOf } from './pages.ts';
import { type Reach, readQuery, rereadings } from './readings.ts';
import { STAGES } from './stages.ts';

/** One way to read a query. */
interface Reading {
  readonly query: ReadQuery;
  /** Other than the query as typed. */
  readonly isReread: boolean;
  /** What was read otherwise, where that is known: a cursor does not carry it. */
  readonly notes: readonly SearchNote[];
}

/** Rows that suggestions are made from: several providers may offer one article. */
const SUGGEST_ROWS = 24;

/** The stage of rows whose article is the whole query. */
const [ARTICLE] = STAGES;

/** One page of the answer to a query; null when it has no rows. `liveDay` is the first price day that still counts. */
export async function search(
  index: SearchIndex,
  request: SearchRequest,
  liveDay: number,
): Promise<SearchAnswer | null> {
  const started = performance.now();
  const parsed = parseQuery(request.query);
  const reach = request.isStrict === true ? 'as typed' : 'parts of it';
  const found = parsed && (await findPage(index, parsed, request, reach));
  if (!found || found.page.rows.length === 0) return null;
  const { reading, page } = found;
  const isGuess = reading.notes.some(({ kind }) => kind === 'near');
  const last = page.rows.at(-1);
  return {
    positions: page.rows.map(
      ({ row, mark }): FoundPosition => ({
        ...positionAnswer(row, liveDay),
        match: isGuess ? 'similar' : mark.stage.match,
      }),
    ),
    offset: request.offset,
    limit: request.limit,
    ...(found.isFirst ? await totals(index, reading.query, page) : {}),
    ...(found.isFirst && isGuess ? { exact: 0 } : {}),
    more: page.more,
    next: page.more && last ? packCursor(cursorOf(last, reading)) : null,
    ...(reading.isReread ? { note: reading.query.parsed.text } : {}),
    ...(found.isFirst && reading.notes.length > 0 ? { notes: [...reading.notes] } : {}),
    time: Math.round(performance.now() - started) / 1000,
  };
}

interface FoundPage {
  readonly reading: Reading;
  readonly page: Page;
  readonly isFirst: boolean;
}

async function findPage(
  index: SearchIndex,
  parsed: ParsedQuery,
  request: SearchRequest,
  reach: Reach,
): Promise<FoundPage | null> {
  const start = await startOf(index, parsed, request, reach);
  if (start) {
    const page = await pageOf(index, start.reading.query, start.mark, request.limit);
    return { reading: start.reading, page, isFirst: false };
  }
  for await (const reading of readingsOf(index, parsed, reach)) {
    const mark = request.offset > 0 ? await markBehind(index, reading.query, request.offset) : null;
    if (request.offset > 0 && !mark) {
      // Beyond the end of this reading's rows; another reading is only for a query that has none.
      if ((await pageOf(index, reading.query, null, 1)).rows.length > 0) return null;
      continue;
    }
    const page = await pageOf(index, reading.query, mark, request.limit);
    if (page.rows.length > 0) return { reading, page, isFirst: !mark };
  }
  return null;
}

/** The query as typed, then, as long as the caller asks on, what else it may mean. */
export async function* readingsOf(index: SearchIndex, parsed: ParsedQuery, reach: Reach): AsyncGenerator<Reading> {
  yield { query: await readQuery(index, parsed), isReread: false, notes: [] };
  for await (const { parsed: reread, notes } of rereadings(index, parsed, reach)) {
    yield { query: await readQuery(index, reread), isReread: true, notes };
  }
}

async function startOf(
  index: SearchIndex,
  parsed: ParsedQuery,
  request: SearchRequest,
  reach: Reach,
): Promise<{ reading: Reading; mark: Mark } | null> {
  const cursor = unpackCursor(request.cursor);
  if (cursor) {
    const reread = cursor.reading === '' ? null : parseQuery(cursor.reading);
    const query = await readQuery(index, reread ?? parsed, cursor.completions);
    return { reading: { query, isReread: reread !== null, notes: [] }, mark: cursor };
  }
  const [row] = request.last > 0 ? await index.rows([request.last]) : [];
  if (!row) return null;
  for await (const reading of readingsOf(index, parsed, reach)) {
    const mark = await markOf(index, reading.query, row);
    if (mark) return { reading, mark };
  }
  return null;
}

const cursorOf = ({ mark }: FoundRow, { query, isReread }: Reading): Cursor => ({
  ...mark,
  reading: isReread ? query.parsed.text : '',
  completions: { ...query.completions, common: [...query.completions.common] },
});

async function totals(
  index: SearchIndex,
  query: ReadQuery,
  page: Page,
): Promise<Pick<SearchAnswer, 'total' | 'totalIsBound' | 'exact'>> {
  const { total, isBound } = await countRows(index, query, page);
  // When the stage of exact articles is the one that is cut, nothing else was opened.
  const exact = page.cut === ARTICLE ? total : page.rows.filter(({ mark }) => mark.stage === ARTICLE).length;
  return { total, totalIsBound: isBound, exact };
}

/** What the text typed so far may become: articles, at most SUGGEST_COUNT, with the card where only one position has it. */
export async function suggest(index: SearchIndex, query: string): Promise<SuggestAnswer> {
  const parsed = parseQuery(query);
  if (!parsed) return { suggestions: [] };
  const request = { query, limit: SUGGEST_ROWS, offset: 0, last: 0, cursor: '' };
  const found = await findPage(index, parsed, request, 'all of it');
  const firsts = new Map<string, SearchRow>();
  for (const { row } of found?.page.rows ?? []) {
    if (!firsts.has(row.article_key) && firsts.size < SUGGEST_COUNT) firsts.set(row.article_key, row);
  }
  const counts = new Map<string, number>();
  for (const { key } of await index.byKeys([...firsts.keys()], 2)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    suggestions: [...firsts].map(([key, row]) => ({
      text: row.article,
      title: row.title,
      alias: counts.get(key) === 1 ? row.alias : null,
    })),
  };
}

/** Positions of each of several articles, at most SEARCH_PAGE_MAX for one; `ignored` is passed through. */
export async function searchList(
  index: SearchIndex,
  articles: readonly string[],
  ignored: number,
  liveDay: number,
): Promise<ListSearchAnswer> {
  const keys = articles.map(articleKey);
  const distinct = [...new Set(keys)].filter((key) => key !== '');
  const hits = await index.byKeys(distinct, SEARCH_PAGE_MAX);
  const rows = new Map((await index.rows(hits.map(({ id }) => id))).map((row) => [row.id, row]));
  const byKey = Map.groupBy(hits, ({ key }) => key);
  const answers = articles.map((article, at) => ({
    article,
    positions: (byKey.get(keys[at] ?? '') ?? []).flatMap(({ id }) => {
      const row = rows.get(id);
      return row ? [positionAnswer(row, liveDay)] : [];
    }),
  }));
  const found = answers.filter(({ positions }) => positions.length > 0).length;
  return { rows: answers, found, missing: answers.length - found, ignored };
}
