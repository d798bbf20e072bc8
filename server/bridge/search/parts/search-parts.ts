import type { Match } from '../../../../contract/bridge.ts';
import { BROWSED_NAMES_MAX, PARTS_TOTAL_MAX } from '../../../../contract/limits.ts';
import type { PartOrder } from '../../../../contract/part-orders.ts';
import type { PartFacets, PartNote, PartsAnswer, PartsDirectory } from '../../../../contract/parts.ts';
import { readingsOf } from '../catalogue-search.ts';
import type { PositionColumns } from '../columns/position-columns.ts';
import type { ShownColumns } from '../columns/shown-columns.ts';
import { type ParsedQuery, parseQuery } from '../parse.ts';
import type { ReadQuery } from '../read-query.ts';
import { readQuery } from '../readings.ts';
import type { Reach } from '../rereading/rereadings.ts';
import type { SearchIndex } from '../search-index.ts';
import { STAGES, type Stage } from '../stages.ts';
import { countFacets } from './count-facets.ts';
import { facetAnswers } from './facet-answers.ts';
import { NO_FILTERS, type PartFilters, sightOf } from './filters.ts';
import { foundCrosses } from './found-crosses.ts';
import { browseParts, type FoundParts, findParts } from './found-parts.ts';
import { KeptAnswers } from './kept-answers.ts';
import { partAnswers } from './part-answers.ts';
import { type PartCursor, packPartCursor, unpackPartCursor } from './part-cursor.ts';
import { firstBehind, placesIn } from './places.ts';

/** A search for parts, read from an address. */
export interface PartsRequest {
  /** '' asks for all parts. */
  readonly query: string;
  readonly filters: PartFilters;
  readonly order: PartOrder;
  readonly limit: number;
  readonly cursor: string;
  /** So many of the first parts are left out where there is no cursor; in the order of relevance only. */
  readonly skip: number;
  /** Nothing but what is found as it is typed. */
  readonly isStrict: boolean;
  /** What is told of how the address was read. */
  readonly notes: readonly PartNote[];
}

/** The parts of one reading of a query; `query` null: no words were asked for. */
interface Reading {
  readonly query: ReadQuery | null;
  readonly isReread: boolean;
  readonly notes: readonly PartNote[];
  readonly found: FoundParts;
}

/** What the filters leave of the parts of a reading. */
interface Counted {
  readonly passing: readonly number[];
  readonly facets: PartFacets;
}

/** Searches for parts over one index and the columns of the same file, in a thread of their own. */
export class PartSearch {
  readonly #index: SearchIndex;
  readonly #shown: ShownColumns;
  readonly #found = new KeptAnswers<FoundParts>();
  readonly #counted = new KeptAnswers<Counted>();
  readonly #directory = new KeptAnswers<PartsDirectory>();

  constructor(index: SearchIndex, shown: ShownColumns) {
    this.#index = index;
    this.#shown = shown;
  }

  /** Reads what it needs before it is asked. */
  warm(): void {
    this.#shown.current();
  }

  /** One page of parts; `liveDay` is the first price day that still counts. */
  async search(request: PartsRequest, liveDay: number): Promise<PartsAnswer> {
    const columns = this.#shown.current();
    const cursor = cursorFor(request);
    const parsed = request.query === '' ? null : parseQuery(request.query);
    if (request.query !== '' && parsed === null) return { ...NOTHING, notes: [...request.notes] };
    const { crosses, isAllOfQuery } = await foundCrosses(this.#index, columns, request, parsed, liveDay);
    const reach = request.isStrict || isAllOfQuery ? 'as typed' : 'parts of it';
    const start = await this.#readingFor(columns, parsed, cursor, reach);
    const read = await this.#widened(columns, start, request, liveDay);
    const { found, query } = read;
    const { passing, facets } = await this.#countedOf(columns, read, request.filters, liveDay);
    const sight = sightOf(columns, request.filters, liveDay);
    const placeOf = placesIn(request.order, columns, sight, found);
    const isSorted = request.order === 'relevance';
    const wanted = cursor ? passing : passing.slice(request.skip);
    const first = firstBehind(wanted, placeOf, cursor?.place ?? null, request.limit + 1, isSorted);
    const page = first.slice(0, request.limit);
    const last = page.at(-1);
    const parts = page.map(({ at }) => ({ part: found.parts[at] as number, match: matchOf(read, at) }));
    const goesOn = first.length > page.length || found.more;
    const next = {
      order: request.order,
      isWide: first.length > page.length ? cursor?.isWide === true : true,
      place: last?.place ?? cursor?.place ?? null,
      reading: read.isReread && query ? query.parsed.text : '',
      completions: query && { ...query.completions, common: [...query.completions.common] },
    };
    return {
      parts: await partAnswers(this.#index, columns, sight, parts, liveDay),
      total: {
        count: Math.min(passing.length, PARTS_TOTAL_MAX),
        exact: passing.length <= PARTS_TOTAL_MAX,
      },
      exact: exactOf(read, passing),
      facets,
      ...(read.isReread && query && { note: query.parsed.text }),
      notes: [...request.notes, ...read.notes],
      crosses: crosses.filter(({ part }) => !found.parts.includes(part.id)),
      next: goesOn ? packPartCursor(next) : null,
    };
  }

  /** The makers and brands of all parts that visitors see. */
  async directory(): Promise<PartsDirectory> {
    const state = [this.#shown.number, await this.#index.brands()];
    return this.#directory.get(state, '', async () => {
      const columns = this.#shown.current();
      // Prices are of no account here, and no day makes them so.
      const sight = sightOf(columns, NO_FILTERS, 0);
      const all = await this.#keptParts('', async () => browseParts(columns));
      const { counts } = countFacets(columns, sight, all.parts);
      const { maker, brand } = await facetAnswers(this.#index, columns, counts, BROWSED_NAMES_MAX);
      return { makers: maker, brands: brand };
    });
  }

  async #readingFor(
    columns: PositionColumns,
    parsed: ParsedQuery | null,
    cursor: PartCursor | null,
    reach: Reach,
  ): Promise<Reading> {
    if (parsed === null) {
      const found = await this.#keptParts('', () => browseParts(columns));
      return { query: null, isReread: false, notes: [], found };
    }
    if (cursor) {
      const reread = cursor.reading === '' ? null : parseQuery(cursor.reading);
      const query = await readQuery(this.#index, reread ?? parsed, cursor.completions);
      const found = await this.#partsOf(columns, query, cursor.isWide);
      return { query, isReread: reread !== null, notes: [], found };
    }
    let first: Reading | null = null;
    for await (const { query, isReread, notes } of readingsOf(this.#index, parsed, reach)) {
      const found = await this.#partsOf(columns, query, false);
      first ??= { query, isReread, notes, found };
      if (found.parts.length > 0) return { query, isReread, notes, found };
    }
    return first ?? { query: null, isReread: false, notes: [], found: NO_PARTS };
  }

  /** The same with all stages open where the filters leave nothing of the first ones. */
  async #widened(
    columns: PositionColumns,
    read: Reading,
    { filters }: PartsRequest,
    liveDay: number,
  ): Promise<Reading> {
    if (!read.query || !read.found.more) return read;
    const { passing } = await this.#countedOf(columns, read, filters, liveDay);
    if (passing.length > 0) return read;
    return { ...read, found: await this.#partsOf(columns, read.query, true) };
  }

  #partsOf(columns: PositionColumns, query: ReadQuery, isWide: boolean): Promise<FoundParts> {
    return this.#keptParts(nameOf(query, isWide), () => findParts(this.#index, columns, query, isWide));
  }

  async #keptParts(name: string, make: () => Promise<FoundParts>): Promise<FoundParts> {
    return this.#found.get([this.#shown.number, await this.#index.brands()], name, make);
  }

  async #countedOf(
    columns: PositionColumns,
    { query, found }: Reading,
    filters: PartFilters,
    liveDay: number,
  ): Promise<Counted> {
    const name = JSON.stringify([query && nameOf(query, !found.more), filters, liveDay]);
    const state = [this.#shown.number, await this.#index.brands()];
    return this.#counted.get(state, name, async () => {
      const { passing, counts } = countFacets(columns, sightOf(columns, filters, liveDay), found.parts);
      return { passing, facets: await facetAnswers(this.#index, columns, counts) };
    });
  }
}

const NO_NUMBERS = new Int32Array();
const NO_PARTS: FoundParts = {
  parts: NO_NUMBERS,
  ranks: NO_NUMBERS,
  orders: [],
  ids: NO_NUMBERS,
  opened: 0,
  more: false,
};

const NOTHING: PartsAnswer = {
  parts: [],
  total: { count: 0, exact: true },
  exact: 0,
  facets: { maker: [], brand: [], provider: [], inStock: 0, photo: 0 },
  notes: [],
  crosses: [],
  next: null,
};

/** How the part at an index was found; a guessed article is never called a match (decision 42). */
function matchOf({ query, notes, found }: Reading, at: number): Match | undefined {
  if (!query) return undefined;
  const stage = STAGES[(found.ranks[at] as number) >> 1] as Stage;
  return stage.match === 'exact' && notes.some(({ kind }) => kind === 'near') ? 'similar' : stage.match;
}

/** Stages with exact articles come first, and indexes are in the order of stages. */
function exactOf(read: Reading, passing: readonly number[]): number {
  const end = passing.findIndex((at) => matchOf(read, at) !== 'exact');
  return end === -1 ? passing.length : end;
}

const nameOf = ({ parsed, completions }: ReadQuery, isWide: boolean): string =>
  JSON.stringify([parsed, completions, isWide]);

/** A cursor of another order starts the answer from its beginning. */
function cursorFor({ cursor, order }: PartsRequest): PartCursor | null {
  const unpacked = unpackPartCursor(cursor);
  return unpacked?.order === order ? unpacked : null;
}
