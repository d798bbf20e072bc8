// Searches for parts (all offers of one article and maker) for buyers: pages, filters with counts, orders, the
// directory of makers. Runs in search threads.

import type { Part, PartFacets, PartsAnswer, PartsDirectory, QueryReading } from '../../../contract/catalogue/parts.ts';
import type * as answers from '../../../contract/catalogue/positions.ts';
import type { SearchNote } from '../../../contract/catalogue/positions.ts';
import * as limits from '../../../contract/limits.ts';
import { NOTHING_FOUND, readQuestion } from '../../../rules/catalogue/question.ts';
import { wordsOf } from '../../platform/text/words.ts';
import type { PartFilters, PartsRequest } from '../context/search-questions.ts';
import { kindNamed } from '../part-reader/lexicon.ts';
import type { Machine } from '../part-reader/lexicon-data.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import { parseQuery, plainWords, type QueryFacts, type ReadQuery, type SearchIndex } from '../search-index/query.ts';
import type { ShownColumns } from '../search-index/shown-columns.ts';
import { makerNames } from '../search-words/maker-names.ts';
import { facetAnswers, MakerTitles } from './facet-answers.ts';
import { countFacets, type FacetCounts } from './facets.ts';
import { isFiltered, NO_FILTERS, offerView } from './filtered-offers.ts';
import { isOneArticle } from './near-keys.ts';
import { foundCrosses, partAnswers } from './part-answers.ts';
import * as partOrder from './part-order.ts';
import { cursorBehind, type FoundReading, FoundReadings, KeptAnswers, nameOfQuery } from './part-readings.ts';
import { partsRequest } from './parts-request.ts';
import { wordsOfRole } from './readings.ts';
import { ARTICLE_ONLY, PIECES, STAGES, type Stage, WITHOUT_KIND, WITHOUT_MACHINE } from './stages.ts';

const ALL = Number.MAX_SAFE_INTEGER;
/** Parts that a line of a list may mean by its words. */
const MEANT_MAX = 10;

interface Counted {
  readonly passing: Int32Array;
  readonly facets: PartFacets;
}

interface PageAsked {
  readonly request: PartsRequest;
  readonly cursor: partOrder.Cursor | null;
  readonly isWhole: boolean;
  readonly liveDay: number;
}

/** The parts of a page, one more where there is another page. */
interface FoundPage {
  readonly read: FoundReading;
  readonly counted: Counted;
  readonly first: readonly partOrder.Placed[];
}

/** Searches for parts over one index and the columns of the same file, in a thread of their own. */
export class PartSearch {
  readonly #index: SearchIndex;
  readonly #shown: ShownColumns;
  readonly #most: number;
  readonly #readings: FoundReadings;
  readonly #counted = new KeptAnswers<Counted>();
  readonly #makers = new MakerTitles();
  readonly #directory = new KeptAnswers<PartsDirectory>();

  /** `most`: hits are counted up to so many. */
  constructor(index: SearchIndex, shown: ShownColumns, most = limits.PARTS_TOTAL_MAX) {
    this.#index = index;
    this.#shown = shown;
    this.#most = most;
    this.#readings = new FoundReadings(index, shown, 'parts');
  }

  warm(): void {
    this.#shown.current();
  }

  /** The columns in step with the file, where names of one maker count as one. */
  async columns(): Promise<PositionColumns> {
    const names = makerNames(await this.#index.ownWords());
    const columns = this.#shown.current();
    columns.nameMakers(names);
    return columns;
  }

  /** One page of parts; `liveDay` is the first price day that still counts. */
  async search(request: PartsRequest, liveDay: number): Promise<PartsAnswer> {
    const columns = await this.columns();
    const cursor = cursorFor(request);
    const parsed = request.query === '' ? null : parseQuery(request.query, plainWords(request.plain));
    if (request.query !== '' && parsed === null) return { ...NOTHING_FOUND, notes: [...request.notes] };
    const { crosses, isAllOfQuery } = await foundCrosses(this.#index, columns, request, parsed, liveDay);
    const reach = request.isStrict ? 'strictly' : isAllOfQuery ? 'as typed' : 'parts of it';
    // Filters and other orders choose among all parts.
    const isWhole = isFiltered(request.filters) || request.order !== 'relevance';
    const asked = { request, cursor, isWhole, liveDay };
    const extent = { isWide: cursor?.isWide === true, most: isWhole ? ALL : this.#most };
    const start =
      cursor && parsed
        ? await this.#readings.behind(columns, parsed, cursor, extent, request.isStrict)
        : await this.#readings.first(columns, parsed, reach, { ...extent, isWide: false });
    let shown = await this.#pageOf(columns, start, asked);
    if (shown.read.found.isCut && shown.first.length <= request.limit) {
      // Far behind what is counted.
      const whole = { isWide: cursor?.isWide === true, most: ALL };
      shown = await this.#pageOf(columns, await this.#readings.again(columns, shown.read, whole), asked);
    }
    const { read, counted, first } = shown;
    const { found, query } = read;
    const { passing, facets } = counted;
    const sight = offerView(columns, request.filters, liveDay);
    const page = first.slice(0, request.limit);
    const parts = page.map(({ at }) => ({ part: found.parts[at] as number, match: matchOf(read, at) }));
    const shownParts = await partAnswers(this.#index, columns, sight, parts, liveDay);
    const goesOn = first.length > page.length || found.more;
    const shortfall = shortfallOf(read);
    const isApart =
      shortfall.length > 0 ||
      // A guess at the whole article is called a guess, and nothing of it was left out.
      (read.isReread && read.notes.some((note) => isShortfall(note, request, read.query?.facts != null))) ||
      cursor?.isApart === true;
    const next = cursorBehind(read, {
      order: request.order,
      isApart,
      isWide: first.length > page.length ? cursor?.isWide === true : true,
      place: page.at(-1)?.place ?? cursor?.place ?? null,
    });
    const said = start.isReread && parsed ? await this.#readings.readQuery(parsed, request.isStrict) : query;
    return {
      reading: said && readingOf(said),
      apart: isApart,
      parts: shownParts,
      total: { count: Math.min(passing.length, this.#most), exact: passing.length <= this.#most },
      exact: exactOf(read, passing),
      facets,
      ...(read.isReread && query && { note: query.parsed.text }),
      notes: [
        ...request.notes,
        ...shortfall,
        ...(cursor ? [] : unsaidOf(columns, read, passing, shownParts)),
        ...read.notes,
      ],
      crosses: crosses.filter(({ part }) => !found.parts.includes(part.id)),
      next: goesOn ? partOrder.packCursor(next) : null,
    };
  }

  /** The first parts that the words of a line ask for; none where nothing fits all that it asks for. */
  async byWords(text: string, liveDay: number): Promise<number[]> {
    const question = readQuestion(new Map([['query', text]]));
    const answer = await this.search(partsRequest(question, { limit: MEANT_MAX }), liveDay);
    const has = (wanted: SearchNote['kind']) => answer.notes.some(({ kind }) => kind === wanted);
    // A guess at a number is offered, and never chosen.
    const isOther = has('near') || (has('dropped') && !answer.reading?.kind);
    return answer.apart || isOther ? [] : answer.parts.map(({ id }) => id);
  }

  async directory(): Promise<PartsDirectory> {
    return this.#directory.get(await this.#readings.state(), '', async () => {
      const columns = await this.columns();
      // Prices are of no account here, and no day makes them so.
      const sight = offerView(columns, NO_FILTERS, 0);
      const all = await this.#readings.first(columns, null, 'as typed', { isWide: false, most: ALL });
      const { counts } = countFacets(columns, sight, all.found.parts);
      const facets = await this.#facets(columns, counts, limits.BROWSED_NAMES_MAX);
      return {
        makers: facets.maker,
        brands: facets.brand,
        kinds: facets.kind.map((kind) => ({ ...kind, system: kindNamed(kind.value)?.system ?? '' })),
        machines: facets.machine,
        systems: facets.system,
      };
    });
  }

  #facets(columns: PositionColumns, counts: FacetCounts, max?: number, chosen?: PartFilters): Promise<PartFacets> {
    const titles = {
      columns,
      makers: (numbers: readonly number[]) => this.#makers.of(this.#index, columns, this.#shown.number, numbers),
      brands: () => this.#index.brands(),
      stocks: () => this.#index.stocks(),
    };
    return facetAnswers(counts, titles, max, chosen);
  }

  /** A page of a reading, with all stages open where the filters leave nothing of the first ones. */
  async #pageOf(columns: PositionColumns, read: FoundReading, asked: PageAsked): Promise<FoundPage> {
    const page = await this.#shownOf(columns, read, asked);
    if (page.counted.passing.length > 0 || !read.query || !read.found.more || read.found.isCut) return page;
    // Of an article that is there, and not as asked for, another one is no answer.
    if (isOneArticle(read.query.parsed) && read.found.parts.length > 0 && matchOf(read, 0) === 'exact') return page;
    const wide = await this.#readings.again(columns, read, { isWide: true, most: asked.isWhole ? ALL : this.#most });
    return this.#shownOf(columns, wide, asked);
  }

  async #shownOf(columns: PositionColumns, read: FoundReading, asked: PageAsked): Promise<FoundPage> {
    const { filters, order, limit, skip } = asked.request;
    const counted = await this.#countedOf(columns, read, asked);
    const placeOf = partOrder.placesIn(order, columns, offerView(columns, filters, asked.liveDay), read.found);
    const behind = asked.cursor?.place ?? null;
    const wanted = behind ? counted.passing : counted.passing.subarray(skip);
    const first = partOrder.firstBehind(wanted, placeOf, behind, limit + 1, order === 'relevance');
    return { read, counted, first };
  }

  async #countedOf(
    columns: PositionColumns,
    { query, found }: FoundReading,
    { request: { filters }, liveDay }: PageAsked,
  ): Promise<Counted> {
    const name = JSON.stringify([query && nameOfQuery(query), found.more, found.isCut, filters, liveDay]);
    return this.#counted.get(await this.#readings.state(), name, async () => {
      const { passing, counts } = countFacets(columns, offerView(columns, filters, liveDay), found.parts);
      return { passing, facets: await this.#facets(columns, counts, undefined, filters) };
    });
  }
}

/** How the part at an index was found; a guessed article is never called a match (decision 42). */
function matchOf({ query, notes, found }: FoundReading, at: number): answers.Match | undefined {
  if (!query) return undefined;
  const stage = STAGES[(found.ranks[at] as number) >> 1] as Stage;
  if (stage.match !== 'exact') return stage.match;
  // Of «740 1003010 20» an article «740 1003010» is but a piece.
  const isPiece = stage.id === ARTICLE_ONLY && isOneArticle(query.parsed);
  return isPiece || notes.some(({ kind }) => kind === 'near') ? 'similar' : 'exact';
}

const machinesOf = ({ machines }: QueryFacts): string[] => [
  ...new Set(machines.flatMap((group) => group.slice(0, 1)).map(({ name }) => name)),
];

function readingOf({ facts }: ReadQuery): QueryReading | null {
  if (!facts) return null;
  const { kind, sides } = facts;
  const machines = machinesOf(facts);
  const names = { kind: kind ? [kind.name] : [], machine: machines, side: sides };
  const chips = (['kind', 'machine', 'side'] as const).flatMap((role) =>
    names[role].length === 0 ? [] : [{ role, name: names[role].join(', '), ...wordsOfRole(facts, role) }],
  );
  return { kind: kind?.name ?? null, machines, sides: [...sides], chips };
}

/** What was left out so that anything is found: without it these are other parts than the ones that were asked for. */
const isShortfall = ({ kind, text }: SearchNote, { plain }: PartsRequest, isRead: boolean): boolean =>
  kind === 'machine' ||
  kind === 'side' ||
  kind === 'near' ||
  (kind === 'dropped' && (isRead || plain !== '' || /[\p{N}a-z]/iu.test(text)));

/** What no found part agrees with, though nothing was left out: the machine, or the kind itself. */
function shortfallOf({ query, found }: FoundReading): SearchNote[] {
  const stage = found.parts.length === 0 ? undefined : STAGES[(found.ranks[0] as number) >> 1];
  const facts = query?.facts;
  if (!facts || !stage) return [];
  if (stage.id === WITHOUT_MACHINE) {
    return [{ kind: 'machine', text: machinesOf(facts).join(', ') }];
  }
  return stage.id === WITHOUT_KIND || stage.id === PIECES ? [{ kind: 'kind', text: facts.kind?.name ?? '' }] : [];
}

/** What is asked for beside the part and no title says of what is found, though it may be for that too. */
function unsaidOf(
  columns: PositionColumns,
  { query, found }: FoundReading,
  passing: Int32Array,
  shown: readonly Part[],
): SearchNote[] {
  const facts = query?.facts;
  const models = facts?.machines.filter((group) => group.every(({ wider }) => wider.length > 0)) ?? [];
  if (!facts || passing.length === 0 || models.length + facts.sides.length === 0) return [];
  const stageOf = (at: number) => STAGES[(found.ranks[at] as number) >> 1] as Stage;
  // What holds the words says what was asked for; that nothing names the machine is said where it is left out.
  if (passing.some((at) => !stageOf(at).isRead) || stageOf(0).id === WITHOUT_MACHINE) return [];
  const isSaid = (column: 'machines' | 'sides', wanted: readonly string[]): boolean => {
    const says = columns.judged(column, (names) => wanted.some((name) => names.includes(name)));
    return passing.some((at) => columns.someOf(found.parts[at] as number, says));
  };
  const unread = models.filter((group) => !isSaid('machines', namesOf(group)));
  const titles = unread.length === 0 ? [] : shown.flatMap(({ best }) => best.map(({ title }) => title));
  const written = new Set(titles.flatMap(wordsOf));
  // Not every number of a model is read as one.
  const isWritten = ({ name, wider }: Machine) =>
    withoutAll(wordsOf(name), namesOf(wider).flatMap(wordsOf)).every((word) => written.has(word));
  const ofModels = unread
    .filter((group) => !group.some(isWritten))
    .flatMap(([model]): SearchNote[] => {
      if (!model) return [];
      const makes = namesOf(model.wider);
      const make = makes.find((name) => isSaid('machines', [name])) ?? makes.at(-1) ?? '';
      return [{ kind: 'model unsaid', text: model.name, means: make }];
    });
  const ofSides = facts.sides.filter((side) => !isSaid('sides', [side]));
  return [...ofModels, ...ofSides.map((text): SearchNote => ({ kind: 'side unsaid', text }))];
}

const withoutAll = (words: readonly string[], others: readonly string[]) =>
  words.filter((word) => !others.includes(word));

const namesOf = (machines: readonly { readonly name: string }[]): string[] => machines.map(({ name }) => name);

/** Stages with exact articles come first, and indexes are in the order of stages. */
function exactOf(read: FoundReading, passing: Int32Array): number {
  const end = passing.findIndex((at) => matchOf(read, at) !== 'exact');
  return end === -1 ? passing.length : end;
}

/** A cursor of another order starts the answer from its beginning. */
function cursorFor({ cursor, order }: PartsRequest): partOrder.Cursor | null {
  const unpacked = partOrder.unpackCursor(cursor);
  return unpacked?.order === order ? unpacked : null;
}
