import type { PositionColumns } from '../columns/position-columns.ts';
import { IN_STOCK, IS_VISIBLE } from '../columns/position-columns.ts';
import type { ReadQuery } from '../read-query.ts';
import type { Candidate, Hit, SearchIndex } from '../search-index.ts';
import { STAGES, type Stage } from '../stages.ts';
import { ARTICLE_KIND } from '../tokens.ts';
import { accepted, acceptedByWords } from './accepted.ts';

/** Parts of a query in the order of the answer, each where its first position stands; all lists are of one length. */
export interface FoundParts {
  readonly parts: readonly number[];
  /** What the first position of each is placed by: stage and stock in one number, the order of the stage, the id. */
  readonly ranks: readonly number[];
  readonly orders: readonly (string | number)[];
  readonly ids: readonly number[];
  /** The first so many are of stages that a first page opens. */
  readonly opened: number;
  /** Whether stages were left out that may have more. */
  readonly more: boolean;
}

const ALL = Number.MAX_SAFE_INTEGER;

/**
 * All parts of a query: whatever page, filter or order is asked for, nothing is looked for twice. `isWide` opens the
 * stages too that a first page leaves to «load more».
 */
export async function findParts(
  index: SearchIndex,
  columns: PositionColumns,
  query: ReadQuery,
  isWide: boolean,
): Promise<FoundParts> {
  const seen = new Uint8Array(columns.last + 1);
  const known = new Set<number>();
  const parts: number[] = [];
  const ranks: number[] = [];
  const orders: (string | number)[] = [];
  const ids: number[] = [];
  let first: Stage | null = null;
  let opened: number | null = null;
  const { part, flags } = columns.of;
  for (const [at, stage] of STAGES.entries()) {
    if (!stage.possible(query)) continue;
    if (opened === null && first !== null && isPutOff(stage, first, query)) {
      opened = parts.length;
      if (!isWide) return { parts, ranks, orders, ids, opened, more: true };
    }
    const hits = await hitsOf(index, columns, query, stage, seen);
    for (const stock of [1, 0]) {
      for (const { id, order } of hits) {
        if (((flags[id] as number) & IN_STOCK) !== stock * IN_STOCK) continue;
        first ??= stage;
        const own = part[id] as number;
        if (own === 0 || known.has(own)) continue;
        known.add(own);
        parts.push(own);
        ranks.push(2 * at + 1 - stock);
        orders.push(order);
        ids.push(id);
      }
    }
    for (const { id } of hits) seen[id] = 1;
  }
  return { parts, ranks, orders, ids, opened: opened ?? parts.length, more: false };
}

/** All parts that visitors see, for whoever asks for no words: those in stock first, then as they came. */
export function browseParts(columns: PositionColumns): FoundParts {
  const { part, flags } = columns.of;
  const known = new Uint8Array(columns.partsEnd);
  const parts: number[] = [];
  const ranks: number[] = [];
  const orders: number[] = [];
  const ids: number[] = [];
  for (const stock of [1, 0]) {
    const wanted = IS_VISIBLE | (stock * IN_STOCK);
    for (let id = 1; id <= columns.last; id++) {
      const own = part[id] as number;
      if (((flags[id] as number) & (IS_VISIBLE | IN_STOCK)) !== wanted || known[own] === 1) continue;
      known[own] = 1;
      parts.push(own);
      ranks.push(1 - stock);
      orders.push(0);
      ids.push(id);
    }
  }
  return { parts, ranks, orders, ids, opened: parts.length, more: false };
}

/** As in the search for positions. */
const isPutOff = (stage: Stage, first: Stage, query: ReadQuery): boolean =>
  stage.opens !== 'always' &&
  (stage.opens === 'unless anything is found' ||
    (first.match === 'exact' && /\p{N}/u.test(query.parsed.key)));

/** The positions of a stage that no earlier one has, in stock or not, each once and in its order. */
async function hitsOf(
  index: SearchIndex,
  columns: PositionColumns,
  query: ReadQuery,
  stage: Stage,
  seen: Uint8Array,
): Promise<Hit[]> {
  const isNew = ({ id }: Hit) => id <= columns.last && seen[id] === 0;
  if (stage.ids) {
    const candidates = Array.from(await stage.ids(index, query), (id) => ({ id, order: 0 })).filter(isNew);
    return stage.isLoose(query) ? acceptedByWords(index, query, stage, candidates) : candidates;
  }
  const inStock = await stage.candidates(index, query, 1, null, ALL);
  const others = await stage.candidates(index, query, 0, null, ALL);
  const candidates = [...inStock, ...others].filter(isNew);
  return stage.isLoose(query) ? accepted(index, query, stage, candidates) : throughArticles(candidates);
}

/** A position stands where its article key leads; where only the key of its code does, there. */
function throughArticles(candidates: readonly Candidate[]): Hit[] {
  const byArticle = new Set<number>();
  for (const { id, kind } of candidates) if (kind === ARTICLE_KIND) byArticle.add(id);
  return candidates.filter(({ id, kind }) => kind === ARTICLE_KIND || !byArticle.has(id));
}
