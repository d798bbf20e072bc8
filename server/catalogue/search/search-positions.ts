// Searches for positions (single offers) and suggests articles while typing, over what the search for parts finds.
// Runs in search threads.

import type * as answers from '../../../contract/catalogue/positions.ts';
import * as limits from '../../../contract/limits.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { positionAnswer } from '../context/position.ts';
import type { SearchRequest } from '../context/search-questions.ts';
import { type ParsedQuery, parseQuery, type SearchIndex, type SearchRow } from '../search-index/query.ts';
import type { ShownColumns } from '../search-index/shown-columns.ts';
import * as partOrder from './part-order.ts';
import { cursorBehind, type FoundReading, FoundReadings } from './part-readings.ts';
import { STAGES, type Stage } from './stages.ts';

/** Positions that suggestions are made from: several providers may offer one article. */
const SUGGEST_ROWS = 24;

interface PositionPage {
  readonly reading: FoundReading;
  readonly page: readonly number[];
  /** Whether it is the first one, for which is counted. */
  readonly isFirst: boolean;
  readonly more: boolean;
}

const stageAt = ({ found }: FoundReading, at: number): number => (found.ranks[at] as number) >> 1;

/** The calls of the specification that find positions: a view of what the search for parts finds, over the same index. */
export class PositionSearch {
  readonly #index: SearchIndex;
  readonly #shown: ShownColumns;
  readonly #readings: FoundReadings;

  constructor(index: SearchIndex, shown: ShownColumns) {
    this.#index = index;
    this.#shown = shown;
    this.#readings = new FoundReadings(index, shown, 'positions');
  }

  /** One page of the answer to a query; null when it has no rows. `liveDay` is the first price day that still counts. */
  async search(request: SearchRequest, liveDay: number): Promise<answers.SearchAnswer | null> {
    const started = performance.now();
    const parsed = parseQuery(request.query);
    const found = parsed && (await this.#pageOf(parsed, request));
    if (!found) return null;
    const { reading, page, isFirst, more } = found;
    const last = page.length === 0 ? null : partOrder.placeByRelevance(reading.found)(page.at(-1) as number);
    const isGuess = reading.notes.some(({ kind }) => kind === 'near');
    const rows = new Map(
      (await this.#index.answers(page.map((at) => positionAt(reading, at)))).map((row) => [row.id, row]),
    );
    return {
      positions: page.flatMap((at): answers.FoundPosition[] => {
        const row = rows.get(positionAt(reading, at));
        const { match } = STAGES[stageAt(reading, at)] as Stage;
        return row ? [{ ...positionAnswer(row, liveDay), match: isGuess ? 'similar' : match }] : [];
      }),
      offset: request.offset,
      limit: request.limit,
      ...(isFirst ? totals(reading, page.length) : {}),
      ...(isFirst && isGuess ? { exact: 0 } : {}),
      more,
      next: more
        ? partOrder.packCursor(cursorBehind(reading, { order: 'relevance', isWide: true, isApart: false, place: last }))
        : null,
      ...(reading.isReread ? { note: reading.query?.parsed.text ?? '' } : {}),
      ...(isFirst && reading.notes.length > 0 ? { notes: [...reading.notes] } : {}),
      time: Math.round(performance.now() - started) / 1000,
    };
  }

  async #pageOf(parsed: ParsedQuery, request: SearchRequest): Promise<PositionPage | null> {
    const { limit, offset, last } = request;
    const columns = this.#shown.current();
    const reach = request.isStrict === true ? 'strictly' : 'parts of it';
    const cursor = partOrder.unpackCursor(request.cursor);
    if (cursor) {
      const some = { isWide: true, most: limits.SEARCH_TOTAL_MAX };
      let reading = await this.#readings.behind(columns, parsed, cursor, some, false);
      let page = pageBehind(reading, cursor.place, limit);
      if (reading.found.isCut && page.length <= limit) {
        reading = await this.#readings.again(columns, reading, { isWide: true, most: Number.MAX_SAFE_INTEGER });
        page = pageBehind(reading, cursor.place, limit);
      }
      return shownPage(reading, page, limit, false);
    }
    if (last > 0 && (columns.placed[last] ?? 0) !== 0) {
      const all = { isWide: true, most: Number.MAX_SAFE_INTEGER };
      for await (const reading of this.#readings.all(columns, parsed, reach, all)) {
        const at = reading.found.ids.indexOf(last);
        if (at >= 0) return shownPage(reading, indexesFrom(reading, at + 1, limit + 1), limit, false);
      }
    }
    const wanted =
      offset > 0 ? { isWide: true, most: offset + limit } : { most: limits.SEARCH_TOTAL_MAX, shown: limit };
    for await (const reading of this.#readings.all(columns, parsed, reach, { isWide: false, ...wanted })) {
      if (reading.found.ids.length === 0) continue;
      return shownPage(reading, indexesFrom(reading, offset, limit + 1), limit, offset === 0);
    }
    return null;
  }

  /** What the text typed so far may become: articles, at most SUGGEST_COUNT, with the card where only one position has it. */
  async suggest(query: string): Promise<answers.SuggestAnswer> {
    const parsed = parseQuery(query);
    if (!parsed) return { suggestions: [] };
    const wanted = { isWide: false, most: SUGGEST_ROWS, shown: SUGGEST_ROWS };
    const firsts = new Map<string, SearchRow>();
    for await (const { found } of this.#readings.all(this.#shown.current(), parsed, 'all of it', wanted)) {
      if (found.ids.length === 0) continue;
      const ids = [...found.ids.subarray(0, SUGGEST_ROWS)];
      const rows = new Map((await this.#index.rows(ids)).map((row) => [row.id, row]));
      for (const row of ids.flatMap((id) => rows.get(id) ?? [])) {
        if (!firsts.has(row.article_key) && firsts.size < limits.SUGGEST_COUNT) firsts.set(row.article_key, row);
      }
      break;
    }
    const counts = new Map<string, number>();
    for (const { key } of await this.#index.byKeys([...firsts.keys()], 2)) counts.set(key, (counts.get(key) ?? 0) + 1);
    return {
      suggestions: [...firsts].map(([key, row]) => ({
        text: row.article || row.title,
        title: row.title,
        alias: counts.get(key) === 1 ? row.alias : null,
      })),
    };
  }
}

const positionAt = ({ found }: FoundReading, at: number): number => found.ids[at] as number;

const indexesFrom = ({ found }: FoundReading, from: number, count: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(count, found.ids.length - from)) }, (_, at) => from + at);

const pageBehind = (
  { found }: FoundReading,
  place: Parameters<typeof partOrder.firstBehind>[2],
  limit: number,
): number[] =>
  partOrder
    .firstBehind(found.ids.keys(), partOrder.placeByRelevance(found), place, limit + 1, true)
    .map(({ at }) => at);

/** A page, of which one more is given where there is another; null for none. */
function shownPage(
  reading: FoundReading,
  first: readonly number[],
  limit: number,
  isFirst: boolean,
): PositionPage | null {
  if (first.length === 0) return null;
  return { reading, page: first.slice(0, limit), isFirst, more: first.length > limit || reading.found.more };
}

/** Matches of the stages that a first page opens: up to the one of which not all rows are shown. */
function totals(reading: FoundReading, shown: number): Pick<answers.SearchAnswer, 'total' | 'totalIsBound' | 'exact'> {
  const { ranks, isCut } = reading.found;
  const exact = ranks.findIndex((rank) => rank >> 1 > 0);
  const isOver = isCut && ranks.length > shown;
  return {
    total: Math.min(ranks.length, limits.SEARCH_TOTAL_MAX),
    totalIsBound: isOver,
    exact: Math.min(exact === -1 ? ranks.length : exact, limits.SEARCH_TOTAL_MAX),
  };
}

/** Positions of each of several articles, at most SEARCH_PAGE_MAX for one; `ignored` is passed through. */
export async function searchList(
  index: SearchIndex,
  articles: readonly string[],
  ignored: number,
  liveDay: number,
): Promise<answers.ListSearchAnswer> {
  const keys = articles.map(articleKey);
  const distinct = [...new Set(keys)].filter((key) => key !== '');
  const hits = await index.byKeys(distinct, limits.SEARCH_PAGE_MAX);
  const rows = new Map((await index.answers(hits.map(({ id }) => id))).map((row) => [row.id, row]));
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
