/** What matching needs to know of a position with the right provider, brand and article. */
export interface Matchable {
  readonly manufacturer_key: string;
}

export type Match<P> =
  | { readonly kind: 'found'; readonly position: P }
  /** The position had no manufacturer and gets the row's. */
  | { readonly kind: 'takeover'; readonly position: P }
  | { readonly kind: 'new' }
  | { readonly kind: 'ambiguous' }
  /** Other rows of the file decide: to be asked again when all of them are known. */
  | { readonly kind: 'wait' };

/** What the file says of an article in its other rows. */
export interface FileFacts<P> {
  /** A row has named this position already. */
  readonly isNamed: (position: P) => boolean;
  /** Some row names a manufacturer for the article; null while rows are still to come. */
  readonly namesMaker: boolean | null;
  /** Nobody sees it any more; a row that means it brings it back. */
  readonly isRemoved: (position: P) => boolean;
}

/**
 * Which of the positions with a row's provider, brand and article the row means (decision 30). `manufacturerKey` is
 * undefined when the upload has no manufacturer column. The answer does not depend on the order of the rows: where a
 * later row could change it, the row waits. One that was removed is meant only where no other is.
 */
export function matchPosition<P extends Matchable>(
  positions: readonly P[],
  manufacturerKey: string | undefined,
  facts: FileFacts<P>,
): Match<P> {
  const removed = positions.filter(facts.isRemoved);
  if (removed.length === 0) return matchAmong(positions, manufacturerKey, facts);
  const rest = positions.filter((position) => !removed.includes(position));
  const match = matchAmong(rest, manufacturerKey, facts);
  if (match.kind !== 'new' && match.kind !== 'takeover') return match;
  // The identity that the row asks for is taken by one that nobody sees.
  const exact = removed.find(({ manufacturer_key }) => manufacturer_key === (manufacturerKey ?? ''));
  if (exact) return { kind: 'found', position: exact };
  if (match.kind === 'takeover') return match;
  const again = matchAmong(removed, manufacturerKey, facts);
  return again.kind === 'ambiguous' ? match : again;
}

function matchAmong<P extends Matchable>(
  positions: readonly P[],
  manufacturerKey: string | undefined,
  { isNamed, namesMaker }: FileFacts<P>,
): Match<P> {
  const [only] = positions;
  if (only === undefined) return { kind: 'new' };
  const single: Match<P> = positions.length === 1 ? { kind: 'found', position: only } : { kind: 'ambiguous' };
  if (manufacturerKey === undefined) return single;
  const exact = positions.find((position) => position.manufacturer_key === manufacturerKey);
  if (exact) return { kind: 'found', position: exact };
  if (manufacturerKey === '') {
    if (namesMaker === null) return { kind: 'wait' };
    return namesMaker ? { kind: 'new' } : single;
  }
  const isNameless = positions.length === 1 && only.manufacturer_key === '' && !isNamed(only);
  if (!isNameless) return { kind: 'new' };
  return namesMaker === null ? { kind: 'wait' } : { kind: 'takeover', position: only };
}
