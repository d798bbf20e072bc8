import { looseFragments, searchedTrigrams } from '../search-index/expression.ts';
import { without } from '../search-index/id-lists.ts';
import type { ReadQuery } from '../search-index/query.ts';
import type { Candidate, Hit, SearchIndex, SearchKeys } from '../search-index/search-index.ts';
import { codeKeyOf } from '../search-index/tokens.ts';
import { factsOf, type Stage } from './stages.ts';

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
export async function acceptCandidates(
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
 * The same for ids that satisfy an expression with approximate fragments, ascending. Those that satisfy it without any fragment
 * are right. Where the keys of another one hold a fragment, or not even its trigrams, the expression was right about it as
 * well; only the others are read whole.
 */
export async function acceptWordMatches(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  ids: Int32Array,
): Promise<Int32Array> {
  const isCertain = ids.length > FEW && stage.certainIds;
  const certain = isCertain ? await isCertain(index, query, Number.MAX_SAFE_INTEGER) : NO_IDS;
  const others = without(ids, certain);
  const fragments = looseFragments(query.parsed).map((text) => ({ text, trigrams: searchedTrigrams(text) }));
  const doubtful = (await index.keysOf([...others])).filter((row) =>
    fragments.some((fragment) => misleads(row, fragment)),
  );
  if (doubtful.length === 0) return ids;
  const doubted = new Set(doubtful.map(({ id }) => id));
  const kinds = await kindsOf(index, query, stage, [...doubted]);
  return ids.filter((id) => !doubted.has(id) || kinds.has(id));
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
