import type { PositionColumns } from '../columns/position-columns.ts';
import { IN_STOCK, IS_VISIBLE } from '../columns/position-columns.ts';
import type { ReadQuery } from '../read-query.ts';
import type { Candidate, Hit, SearchIndex } from '../search-index.ts';
import { STAGES, type Stage } from '../stages.ts';
import { ARTICLE_KIND } from '../tokens.ts';
import { accepted, acceptedByWords } from './accepted.ts';
import { GrowingNumbers } from './growing.ts';
import { type Met, withMet } from './met.ts';

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
}

const ALL = Number.MAX_SAFE_INTEGER;

/** Parts as they are found, each where it is found first. */
class PartList {
  readonly #columns: PositionColumns;
  readonly #known: Met;
  readonly #parts = new GrowingNumbers();
  readonly #ranks = new GrowingNumbers();
  readonly #ids = new GrowingNumbers();
  readonly orders: (string | number)[] = [];

  constructor(columns: PositionColumns, known: Met) {
    this.#columns = columns;
    this.#known = known;
    known.begin(columns.partsEnd);
  }

  get length(): number {
    return this.#parts.length;
  }

  /** The part of a position; false where it is none that visitors see, or known already. */
  add(id: number, rank: number): boolean {
    const own = this.#columns.of.part[id] as number;
    if (own === 0 || this.#known.has(own)) return false;
    this.#known.add(own);
    this.#parts.push(own);
    this.#ranks.push(rank);
    this.#ids.push(id);
    return true;
  }

  /** The parts so far; `opened` null: all of them are of stages that a first page opens. */
  found(opened: number | null, more: boolean): FoundParts {
    return {
      parts: this.#parts.taken(),
      ranks: this.#ranks.taken(),
      orders: this.orders,
      ids: this.#ids.taken(),
      opened: opened ?? this.length,
      more,
    };
  }
}

/**
 * All parts of a query: whatever page, filter or order is asked for, nothing is looked for twice. `isWide` opens the
 * stages too that a first page leaves to «load more».
 */
export function findParts(
  index: SearchIndex,
  columns: PositionColumns,
  query: ReadQuery,
  isWide: boolean,
): Promise<FoundParts> {
  return withMet(async (seen, known) => {
    const list = new PartList(columns, known);
    seen.begin(columns.last + 1);
    const { flags } = columns.of;
    let first: Stage | null = null;
    let opened: number | null = null;
    for (const [at, stage] of STAGES.entries()) {
      if (!stage.possible(query)) continue;
      if (opened === null && first !== null && isPutOff(stage, first, query)) {
        opened = list.length;
        if (!isWide) return list.found(opened, true);
      }
      const { ids, orders } = await hitsOf(index, columns, query, stage, seen);
      if (ids.length > 0) first ??= stage;
      for (const stock of [1, 0]) {
        const wanted = stock * IN_STOCK;
        const rank = 2 * at + 1 - stock;
        for (let hit = 0; hit < ids.length; hit++) {
          const id = ids[hit] as number;
          if (((flags[id] as number) & IN_STOCK) !== wanted) continue;
          const place = list.length;
          if (list.add(id, rank) && orders) list.orders[place] = orders[hit] as string | number;
        }
      }
      for (let hit = 0; hit < ids.length; hit++) seen.add(ids[hit] as number);
    }
    return list.found(opened, false);
  });
}

/** All parts that visitors see, for whoever asks for no words: those in stock first, then as they came. */
export function browseParts(columns: PositionColumns): Promise<FoundParts> {
  return withMet(async (known) => {
    const list = new PartList(columns, known);
    const { flags } = columns.of;
    for (const stock of [1, 0]) {
      const wanted = IS_VISIBLE | (stock * IN_STOCK);
      for (let id = 1; id <= columns.last; id++)
        if (((flags[id] as number) & (IS_VISIBLE | IN_STOCK)) === wanted) list.add(id, 1 - stock);
    }
    return list.found(null, false);
  });
}

/** As in the search for positions. */
const isPutOff = (stage: Stage, first: Stage, query: ReadQuery): boolean =>
  stage.opens !== 'always' &&
  (stage.opens === 'unless anything is found' ||
    (first.match === 'exact' && /\p{N}/u.test(query.parsed.key)));

/** Positions of a stage in its order; `orders` null: by nothing but their ids. */
interface Hits {
  readonly ids: Int32Array;
  readonly orders: readonly (string | number)[] | null;
}

/** The positions of a stage that no earlier one has, in stock or not, each once and in its order. */
async function hitsOf(
  index: SearchIndex,
  columns: PositionColumns,
  query: ReadQuery,
  stage: Stage,
  seen: Met,
): Promise<Hits> {
  const isNew = (id: number) => id <= columns.last && !seen.has(id);
  if (stage.ids) {
    const ids = (await stage.ids(index, query)).filter(isNew);
    if (!stage.isLoose(query)) return { ids, orders: null };
    const candidates = Array.from(ids, (id) => ({ id, order: 0 }));
    return hitsOfList(await acceptedByWords(index, query, stage, candidates));
  }
  const inStock = await stage.candidates(index, query, 1, null, ALL);
  const others = await stage.candidates(index, query, 0, null, ALL);
  const candidates = [...inStock, ...others].filter(({ id }) => isNew(id));
  return hitsOfList(
    stage.isLoose(query) ? await accepted(index, query, stage, candidates) : throughArticles(candidates),
  );
}

const hitsOfList = (hits: readonly Hit[]): Hits => ({
  ids: Int32Array.from(hits, ({ id }) => id),
  orders: hits.map(({ order }) => order),
});

/** A position stands where its article key leads; where only the key of its code does, there. */
function throughArticles(candidates: readonly Candidate[]): Hit[] {
  const byArticle = new Set<number>();
  for (const { id, kind } of candidates) if (kind === ARTICLE_KIND) byArticle.add(id);
  return candidates.filter(({ id, kind }) => kind === ARTICLE_KIND || !byArticle.has(id));
}
