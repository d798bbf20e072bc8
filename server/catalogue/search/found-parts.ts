// Collects the parts or positions of a query from the stages of the search, each once and in the order of the answer.

import { SEARCH_PAGE_MAX } from '../../../contract/limits.ts';
import { anyOf, without } from '../search-index/id-lists.ts';
import { FLAGS, factsAt, IN_STOCK, IS_VISIBLE, type PositionColumns } from '../search-index/position-columns.ts';
import {
  type Candidate,
  type Completions,
  type Hit,
  looseFragments,
  NO_COMPLETIONS,
  type ReadQuery,
  type SearchIndex,
  type SearchKeys,
  searchedTrigrams,
} from '../search-index/query.ts';
import { ARTICLE_KIND, codeKeyOf } from '../search-index/tokens.ts';
import { isOneArticle } from './near-keys.ts';
import { GrowingNumbers, type SeenIds, withSeenIds } from './seen-ids.ts';
import { FRAGMENT_GLANCED_MAX, factsOf, opensFor, STAGES, type Stage } from './stages.ts';

/** Parts of a query in the order of the answer, each where its first position stands. */
export interface FoundParts {
  readonly parts: Int32Array;
  /** What the first position of each is placed by: stage and stock in one number, the order of the stage, the id. */
  readonly ranks: Int32Array;
  /** Shorter than the others where what is left has no order but the id. */
  readonly orders: readonly (string | number)[];
  readonly ids: Int32Array;
  /** The first so many are of stages that a first page opens. */
  readonly opened: number;
  /** Whether stages were left out that may have more. */
  readonly more: boolean;
  /** Whether there are more than were asked for, which are left out. */
  readonly isCut: boolean;
  /** How the last word of the query was completed; null: it was not. */
  readonly completions: Completions | null;
}

const ALL = Number.MAX_SAFE_INTEGER;

/** What is found: positions, or what they are offers of. */
export type Finds = 'parts' | 'positions';

/** Positions that are looked at to see whether there are more than those that are shown. */
const LOOKED_AT_MAX = 2_000;

/** Positions that are read first for each part that is wanted: several may offer one part. */
const OFFERS_READ = 2.5;

class PartList {
  readonly #placed: Int32Array;
  readonly #known: SeenIds;
  readonly #most: number;
  readonly #finds: Finds;
  readonly #parts = new GrowingNumbers();
  readonly #ranks = new GrowingNumbers();
  readonly #ids = new GrowingNumbers();
  readonly orders: (string | number)[] = [];

  constructor(columns: PositionColumns, known: SeenIds, most: number, finds: Finds) {
    this.#placed = columns.placed;
    this.#known = known;
    this.#most = most;
    this.#finds = finds;
    known.begin(finds === 'parts' ? columns.partsEnd : columns.last + 1);
  }

  get length(): number {
    return this.#parts.length;
  }

  /** One more than is wanted shows that there are more. */
  get isFull(): boolean {
    return this.#parts.length > this.#most;
  }

  /** The part that a position is an offer of, where it is not known already. */
  add(part: number, id: number, rank: number, order: string | number = 0): void {
    if (this.#known.isNew(part)) this.#put(part, id, rank, order);
  }

  /** Whether a position stands for a part, or itself, that visitors see and that is not here yet. */
  isNew(id: number): boolean {
    const part = Math.abs(this.#placed[id] ?? 0);
    return part !== 0 && !this.#known.has(this.#finds === 'parts' ? part : id);
  }

  #put(part: number, id: number, rank: number, order: string | number = 0): void {
    if (order !== 0) this.orders[this.length] = order;
    this.#parts.push(part);
    this.#ranks.push(rank);
    this.#ids.push(id);
  }

  /** What is new of those hits of a stage that are in stock (1), or are not (0). */
  addAll({ ids, orders }: Hits, stock: number, stage: number): void {
    const placed = this.#placed;
    const sign = stock === 1 ? 1 : -1;
    const rank = 2 * stage + 1 - stock;
    const known = this.#known;
    const isOfParts = this.#finds === 'parts';
    const length = ids.length;
    let room = this.#most + 1 - this.length;
    for (let hit = 0; hit < length && room > 0; hit++) {
      const id = ids[hit] as number;
      const part = sign * (placed[id] as number);
      if (part <= 0 || !known.isNew(isOfParts ? part : id)) continue;
      room--;
      this.#put(part, id, rank, orders?.[hit]);
    }
  }

  found(opened: number | null, more: boolean, completions: Completions | null = null): FoundParts {
    return {
      parts: this.#parts.taken(),
      ranks: this.#ranks.taken(),
      orders: this.orders,
      ids: this.#ids.taken(),
      opened: opened ?? this.length,
      ...{ more, completions },
      isCut: this.isFull,
    };
  }
}

export interface Wanted {
  /** The stages too that a first page leaves to «load more». */
  readonly isWide: boolean;
  /** No more than one beyond so many. */
  readonly most: number;
  /** So many are shown: of a stage that goes beyond them the others are only counted, and no further one is opened. */
  readonly shown?: number;
}

/** The parts or positions of a query: whatever page, filter or order is asked for, nothing is looked for twice. */
export function findMatches(
  index: SearchIndex,
  columns: PositionColumns,
  query: ReadQuery,
  { isWide, most, shown = most }: Wanted,
  finds: Finds,
): Promise<FoundParts> {
  return withSeenIds(async (seen, known) => {
    const list = new PartList(columns, known, most, finds);
    seen.begin(columns.last + 1);
    let first: Stage | null = null;
    let asking: readonly ReadQuery[] = [query];
    let all = [query, ...query.others];
    const askedBy = async (stage: Stage) => {
      if (stage.isCompleted && asking[0]?.completions === null) {
        all = await Promise.all(all.map((one) => completed(index, one)));
        asking = all.slice(0, 1);
      }
      return (stage.ids ? all : asking).filter(stage.possible);
    };
    const listed = (opened: number | null, more: boolean) => list.found(opened, more, all[0]?.completions);
    const hitsOfStage = async (stage: Stage, limit: number) => {
      const hits: Hits[] = [];
      for (const asked of await askedBy(stage))
        hits.push(await hitsOf(index, columns, asked, { stage, seen: first && seen, limit }));
      return together(hits);
    };
    // Positions that are shown already may be among those of a further stage.
    const read = Math.min(finds === 'parts' ? Math.ceil(OFFERS_READ * most) : most + 1 + SEARCH_PAGE_MAX, ALL);
    let opened: number | null = null;
    let seenCount = 0;
    /** Whether a stage from this one on has anything new; too many to be looked at count as something. */
    const hasMore = async (from: number): Promise<boolean> => {
      const isFound = first?.match === 'exact';
      // Pages offer only what is there; clients of the older API ask for more of an article anyway, as they did.
      if (isFound && finds === 'positions') return true;
      const limit = Math.min(seenCount + 1, LOOKED_AT_MAX);
      // Of an article that was found whole only neighbours are more of it.
      const isArticle = isFound && isOneArticle(query.parsed);
      const isKnown = (id: number) => !list.isNew(id);
      if (isFound && !isArticle && (await isNumberOf(index, query, isKnown, limit))) return false;
      for (const stage of STAGES.slice(from)) {
        if ((isArticle && !stage.glance) || (await askedBy(stage)).length === 0) continue;
        if (stage.glance) {
          if (await stage.glance(index, query, (id) => list.isNew(id))) return true;
          continue;
        }
        const { ids, isPartial } = await hitsOfStage(stage, limit);
        if (isPartial || ids.some((id) => list.isNew(id))) return true;
      }
      return false;
    };
    for (const [at, stage] of STAGES.entries()) {
      const asked = await askedBy(stage);
      if (asked.length === 0) continue;
      const begun = first;
      if (opened === null && begun !== null && asked.every((one) => isPutOff(stage, begun, one))) {
        opened = list.length;
        if (!isWide) return listed(opened, await hasMore(at));
      }
      let hits = await hitsOfStage(stage, read);
      list.addAll(hits, 1, at);
      for (const isEnough of [() => list.length > shown, () => list.isFull]) {
        if (hits.isPartial && !isEnough()) {
          hits = await hitsOfStage(stage, ALL);
          list.addAll(hits, 1, at);
        }
        if (!list.isFull) list.addAll(hits, 0, at);
      }
      if (list.isFull) return listed(opened, true);
      if (hits.ids.length > 0) first ??= stage;
      for (const id of hits.ids) seen.add(id);
      seenCount += hits.ids.length;
      if (shown < most && list.length > shown) return listed(opened, true);
    }
    return listed(opened, false);
  });
}

/** A shorter number stands in many titles and articles. */
const NUMBER_MIN = 6;

/**
 * Whether some number of the query stands in known positions only, as words or in an article. All
 * words of a query are asked for in whatever is found by words: then there is no more of it.
 */
async function isNumberOf(
  index: SearchIndex,
  { parsed, others }: ReadQuery,
  isKnown: (id: number) => boolean,
  limit: number,
): Promise<boolean> {
  if (others.length > 0) return false;
  for (const { words, fragment } of parsed.chunks) {
    if (fragment.length < NUMBER_MIN) continue;
    const forms = words.map(({ form }) => form);
    const counts = await index.wordCounts(forms);
    const isWritten = forms.every((form) => counts.has(form));
    const ids = isWritten ? [...(await index.idsByWords({ all: forms.map((token) => ({ token })) }, limit))] : [];
    for (const stock of [1, 0]) {
      const longer = await index.byPrefix(stock, fragment, limit);
      const around = fragment.length > FRAGMENT_GLANCED_MAX ? [] : await index.byFragment(stock, fragment, limit);
      ids.push(...longer.map(({ id }) => id), ...around.map(({ id }) => id));
    }
    if (ids.every(isKnown)) return true;
  }
  return false;
}

/** The visible parts, for a question without words: those in stock first, then by id; one beyond `most`. */
export function browseParts(columns: PositionColumns, most: number): Promise<FoundParts> {
  return withSeenIds(async (known) => {
    const list = new PartList(columns, known, most, 'parts');
    const { facts, placed } = columns;
    for (const stock of [1, 0]) {
      const wanted = IS_VISIBLE | (stock * IN_STOCK);
      for (let id = 1; id <= columns.last && !list.isFull; id++) {
        if (((facts[factsAt(id) + FLAGS] as number) & (IS_VISIBLE | IN_STOCK)) !== wanted) continue;
        list.add(Math.abs(placed[id] as number), id, 1 - stock);
      }
    }
    return list.found(null, false);
  });
}

/** The stage is left to «load more», because the first page has what was asked for and the rest is dear to find. */
function isPutOff(stage: Stage, first: Stage, query: ReadQuery): boolean {
  const opens = opensFor(stage, query);
  // A word without a digit may be an article by chance.
  const isArticle = first.match === 'exact' && /\p{N}/u.test(query.parsed.key);
  return opens !== 'always' && (opens === 'unless anything is found' || isArticle);
}

/** Positions of a stage in its order; `orders` null: by nothing but their ids. */
interface Hits {
  readonly ids: Int32Array;
  readonly orders: readonly (string | number)[] | null;
  /** Only the first of those in stock are whole. */
  readonly isPartial: boolean;
}

/** The hits of a stage for several queries; only of one query they have another order than that of their ids. */
function together(hits: readonly Hits[]): Hits {
  const [only, second] = hits;
  if (only && !second) return only;
  const partial = hits.filter(({ isPartial }) => isPartial);
  // Behind the last of those that are cut short some may be missing.
  const last = Math.min(...partial.map(({ ids }) => ids.at(-1) ?? 0));
  const ids = anyOf(hits.map((one) => one.ids));
  return { ids: ids.filter((id) => id <= last), orders: null, isPartial: partial.length > 0 };
}

interface HitsQuery {
  readonly stage: Stage;
  /** Positions of earlier stages; null: there are none. */
  readonly seen: SeenIds | null;
  readonly limit: number;
}

/** The positions of a stage that no earlier one has, in stock or not, each once and in its order. */
async function hitsOf(
  index: SearchIndex,
  columns: PositionColumns,
  query: ReadQuery,
  { stage, seen, limit }: HitsQuery,
): Promise<Hits> {
  const isNew = (id: number) => !seen?.has(id);
  if (stage.ids) {
    const all = await stage.ids(index, query, limit);
    const isPartial = all.length === limit;
    const unseen = seen ? all.filter(isNew) : all;
    const isKept = stage.keeps?.(columns, query);
    const ids = isKept ? unseen.filter(isKept) : unseen;
    const isLoose = stage.isLoose(query);
    return { ids: isLoose ? await acceptWordMatches(index, query, stage, ids) : ids, orders: null, isPartial };
  }
  const inStock = await stage.candidates(index, query, 1, limit);
  const others = inStock.length === limit ? [] : await stage.candidates(index, query, 0, limit);
  const isPartial = inStock.length === limit || others.length === limit;
  const candidates = [...inStock, ...others].filter(({ id }) => isNew(id));
  return hitsOfList(
    stage.isLoose(query) ? await acceptCandidates(index, query, stage, candidates) : throughArticles(candidates),
    isPartial,
  );
}

const hitsOfList = (hits: readonly Hit[], isPartial: boolean): Hits => ({
  isPartial,
  ids: Int32Array.from(hits, ({ id }) => id),
  orders: hits.map(({ order }) => order),
});

/** A position stands where its article key leads; where only the key of its code does, there. */
function throughArticles(candidates: readonly Candidate[]): Hit[] {
  const byArticle = new Set<number>();
  for (const { id, kind } of candidates) if (kind === ARTICLE_KIND) byArticle.add(id);
  return candidates.filter(({ id, kind }) => kind === ARTICLE_KIND || !byArticle.has(id));
}

const NO_IDS = new Int32Array();

/** Through which of its keys the stage accepts each of these positions; missing are those that it does not. */
async function kindsOf(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const kinds = new Map<number, number>();
  if (ids.length === 0) return kinds;
  for (const row of await index.rows(ids)) {
    const kind = stage.accepts(factsOf(row, row.brand_title), query);
    if (kind !== null) kinds.set(row.id, kind);
  }
  return kinds;
}

/** Those of the candidates that the stage accepts, through the key that it accepts them by. */
async function acceptCandidates(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  candidates: readonly Candidate[],
): Promise<Hit[]> {
  const kinds = await kindsOf(index, query, stage, [...new Set(candidates.map(({ id }) => id))]);
  return candidates.filter(({ id, kind }) => kinds.get(id) === kind);
}

/** Fewer are looked at one by one. */
const FEW = 32;

/**
 * The same for ids, ascending, of an expression with approximate fragments. Only those are read whole whose keys have
 * all trigrams of a fragment but not the fragment, and that no expression without fragments finds.
 */
async function acceptWordMatches(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  ids: Int32Array,
): Promise<Int32Array> {
  const isCertain = ids.length > FEW && stage.certainIds;
  const certain = isCertain ? await isCertain(index, query, Number.MAX_SAFE_INTEGER) : NO_IDS;
  const others = without(ids, certain);
  const fragments = [...looseFragments(query.parsed), ...looseFragments(query.parsed, query.facts?.rest ?? [])].map(
    (text) => ({ text, trigrams: searchedTrigrams(text) }),
  );
  const doubtful = (await index.keysOf([...others])).filter((row) =>
    fragments.some((fragment) => misleads(row, fragment)),
  );
  if (doubtful.length === 0) return ids;
  const doubted = new Set(doubtful.map(({ id }) => id));
  const kinds = await kindsOf(index, query, stage, [...doubted]);
  return ids.filter((id) => !doubted.has(id) || kinds.has(id));
}

/** Completions that a query is given at once. */
export const COMPLETIONS_MAX = 16;

/** The query with completions of its last word: one whose article is found does without. */
const completed = async (index: SearchIndex, query: ReadQuery): Promise<ReadQuery> =>
  query.completions ? query : { ...query, completions: await completionsOf(index, query) };

async function completionsOf(index: SearchIndex, { parsed: { unfinished }, brands }: ReadQuery): Promise<Completions> {
  if (!unfinished) return NO_COMPLETIONS;
  // The stem serves when the typed letters already reach into an ending.
  for (const prefix of new Set([unfinished.typed, unfinished.raw, unfinished.form])) {
    const words = await index.wordsFrom(prefix, COMPLETIONS_MAX + 1);
    const branded = [...brands.keys()].some((form) => form.startsWith(prefix));
    if (words.length > 0 || branded) {
      return { prefix, common: words.slice(0, COMPLETIONS_MAX), rare: words.length > COMPLETIONS_MAX };
    }
  }
  return NO_COMPLETIONS;
}

interface Fragment {
  readonly text: string;
  readonly trigrams: readonly string[];
}

/** Whether the keys of the row hold the trigrams of a fragment but not the fragment. */
function misleads(row: SearchKeys, { text, trigrams }: Fragment): boolean {
  const keys = [row.article_key, codeKeyOf(row)];
  if (keys.some((key) => key.includes(text))) return false;
  return trigrams.every((trigram) => keys.some((key) => key.includes(trigram)));
}
