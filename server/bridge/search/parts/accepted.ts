import { looseFragments, searchedTrigrams } from '../expression.ts';
import type { ReadQuery } from '../read-query.ts';
import { factsOf } from '../row-facts.ts';
import type { Candidate, Hit, SearchIndex, SearchKeys } from '../search-index.ts';
import type { Stage } from '../stages.ts';
import { codeKeyOf } from '../tokens.ts';

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
export async function accepted(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  candidates: readonly Candidate[],
): Promise<Hit[]> {
  const kinds = await kindsOf(index, query, stage, [...new Set(candidates.map(({ id }) => id))]);
  return candidates.filter(({ id, kind }) => kinds.get(id) === kind);
}

/**
 * The same for candidates that satisfy an expression with approximate fragments. Where the keys of a position hold a
 * fragment, or not even its trigrams, the expression was right about it; only the other rows are read whole.
 */
export async function acceptedByWords(
  index: SearchIndex,
  query: ReadQuery,
  stage: Stage,
  candidates: readonly Hit[],
): Promise<Hit[]> {
  const fragments = looseFragments(query.parsed).map((text) => ({ text, trigrams: searchedTrigrams(text) }));
  const doubtful = (await index.keysOf(candidates.map(({ id }) => id))).filter((row) =>
    fragments.some((fragment) => misleads(row, fragment)),
  );
  if (doubtful.length === 0) return [...candidates];
  const ids = new Set(doubtful.map(({ id }) => id));
  const kinds = await kindsOf(index, query, stage, [...ids]);
  return candidates.filter(({ id }) => !ids.has(id) || kinds.has(id));
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
