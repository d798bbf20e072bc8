import type { PartFacets, PartsAnswer, PartsDirectory } from '../../../contract/catalogue/parts.ts';
import type { Match } from '../../../contract/catalogue/positions.ts';
import { BROWSED_NAMES_MAX, PARTS_TOTAL_MAX } from '../../../contract/limits.ts';
import type { PartsRequest } from '../context/search-questions.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import { parseQuery } from '../search-index/query.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import type { ShownColumns } from '../search-index/shown-columns.ts';
import { countFacets, type FacetCounts, facetAnswers, MakerTitles } from './facets.ts';
import { isFiltered, NO_FILTERS, sightOf } from './filtered-offers.ts';
import { foundCrosses, partAnswers } from './part-answers.ts';
import { firstBehind, type PartCursor, type Placed, packPartCursor, placesIn, unpackPartCursor } from './part-order.ts';
import { KeptAnswers, type PartReading, PartReadings } from './part-readings.ts';
import { STAGES, type Stage } from './stages.ts';

/** What the filters leave of the parts of a reading. */
interface Counted {
  readonly passing: Int32Array;
  readonly facets: PartFacets;
}

/** A page that is asked for. */
interface PageAsked {
  readonly request: PartsRequest;
  readonly cursor: PartCursor | null;
  readonly isWhole: boolean;
  readonly liveDay: number;
}

/** The parts of a page, one more where there is another page. */
interface FoundPage {
  readonly read: PartReading;
  readonly counted: Counted;
  readonly first: readonly Placed[];
}

/** Searches for parts over one index and the columns of the same file, in a thread of their own. */
export class PartSearch {
  readonly #index: SearchIndex;
  readonly #shown: ShownColumns;
  readonly #most: number;
  readonly #readings: PartReadings;
  readonly #counted = new KeptAnswers<Counted>();
  readonly #makers = new MakerTitles();
  readonly #directory = new KeptAnswers<PartsDirectory>();

  /** `most`: hits are counted up to so many. */
  constructor(index: SearchIndex, shown: ShownColumns, most = PARTS_TOTAL_MAX) {
    this.#index = index;
    this.#shown = shown;
    this.#most = most;
    this.#readings = new PartReadings(index, () => this.#state(), most);
  }

  async #state(): Promise<readonly unknown[]> {
    return [this.#shown.number, await this.#index.brands()];
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
    // Filters and other orders choose among all parts.
    const isWhole = isFiltered(request.filters) || request.order !== 'relevance';
    const asked = { request, cursor, isWhole, liveDay };
    const start = await this.#readings.read(columns, parsed, cursor, { reach, isWhole });
    let shown = await this.#pageOf(columns, start, asked);
    if (shown.read.found.isCut && shown.first.length <= request.limit) {
      // Far behind what is counted.
      const whole = { isWide: cursor?.isWide === true, isWhole: true };
      shown = await this.#pageOf(columns, await this.#readings.again(columns, shown.read, whole), asked);
    }
    const { read, counted, first } = shown;
    const { found, query } = read;
    const { passing, facets } = counted;
    const sight = sightOf(columns, request.filters, liveDay);
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
        count: Math.min(passing.length, this.#most),
        exact: passing.length <= this.#most,
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
    return this.#directory.get(await this.#state(), '', async () => {
      const columns = this.#shown.current();
      // Prices are of no account here, and no day makes them so.
      const sight = sightOf(columns, NO_FILTERS, 0);
      const all = await this.#readings.read(columns, null, null, { reach: 'as typed', isWhole: true });
      const { counts } = countFacets(columns, sight, all.found.parts);
      const { maker, brand } = await this.#facets(columns, counts, BROWSED_NAMES_MAX);
      return { makers: maker, brands: brand };
    });
  }

  #facets(columns: PositionColumns, counts: FacetCounts, max?: number): Promise<PartFacets> {
    const titles = (makers: readonly number[]) => this.#makers.of(this.#index, columns, this.#shown.number, makers);
    return facetAnswers(this.#index, columns, counts, titles, max);
  }

  /** A page of a reading, with all stages open where the filters leave nothing of the first ones. */
  async #pageOf(columns: PositionColumns, read: PartReading, asked: PageAsked): Promise<FoundPage> {
    const page = await this.#shownOf(columns, read, asked);
    if (page.counted.passing.length > 0 || !read.query || !read.found.more || read.found.isCut) return page;
    const wide = await this.#readings.again(columns, read, { isWide: true, isWhole: asked.isWhole });
    return this.#shownOf(columns, wide, asked);
  }

  async #shownOf(columns: PositionColumns, read: PartReading, asked: PageAsked): Promise<FoundPage> {
    const { filters, order, limit, skip } = asked.request;
    const counted = await this.#countedOf(columns, read, asked);
    const placeOf = placesIn(order, columns, sightOf(columns, filters, asked.liveDay), read.found);
    const behind = asked.cursor?.place ?? null;
    const wanted = behind ? counted.passing : counted.passing.subarray(skip);
    const first = firstBehind(wanted, placeOf, behind, limit + 1, order === 'relevance');
    return { read, counted, first };
  }

  async #countedOf(
    columns: PositionColumns,
    { query, found }: PartReading,
    { request: { filters }, liveDay }: PageAsked,
  ): Promise<Counted> {
    const asked = query && [query.parsed, query.completions];
    const name = JSON.stringify([asked, found.more, found.isCut, filters, liveDay]);
    return this.#counted.get(await this.#state(), name, async () => {
      const { passing, counts } = countFacets(columns, sightOf(columns, filters, liveDay), found.parts);
      return { passing, facets: await this.#facets(columns, counts) };
    });
  }
}

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
function matchOf({ query, notes, found }: PartReading, at: number): Match | undefined {
  if (!query) return undefined;
  const stage = STAGES[(found.ranks[at] as number) >> 1] as Stage;
  return stage.match === 'exact' && notes.some(({ kind }) => kind === 'near') ? 'similar' : stage.match;
}

/** Stages with exact articles come first, and indexes are in the order of stages. */
function exactOf(read: PartReading, passing: Int32Array): number {
  const end = passing.findIndex((at) => matchOf(read, at) !== 'exact');
  return end === -1 ? passing.length : end;
}

/** A cursor of another order starts the answer from its beginning. */
function cursorFor({ cursor, order }: PartsRequest): PartCursor | null {
  const unpacked = unpackPartCursor(cursor);
  return unpacked?.order === order ? unpacked : null;
}
