/** What matching needs to know of a position with the right provider, brand and article. */
export interface Matchable {
  readonly manufacturer_key: string;
}

export type Match<P> =
  | { readonly kind: 'found'; readonly position: P }
  /** The position had no manufacturer and gets the row's. */
  | { readonly kind: 'takeover'; readonly position: P }
  | { readonly kind: 'new' }
  | { readonly kind: 'ambiguous' };

/**
 * Which of the positions with a row's provider, brand and article the row means. `manufacturerKey` is undefined when
 * the upload has no manufacturer column. `touched` tells those that another row of the same file has named already:
 * they are not taken over, since the file itself tells the two apart.
 */
export function matchPosition<P extends Matchable>(
  positions: readonly P[],
  manufacturerKey: string | undefined,
  touched: (position: P) => boolean,
): Match<P> {
  const [only] = positions;
  if (only === undefined) return { kind: 'new' };
  if (manufacturerKey !== undefined) {
    const exact = positions.find((position) => position.manufacturer_key === manufacturerKey);
    if (exact) return { kind: 'found', position: exact };
  }
  if (!manufacturerKey)
    return positions.length === 1 ? { kind: 'found', position: only } : { kind: 'ambiguous' };
  const nameless = positions.length === 1 && only.manufacturer_key === '' && !touched(only);
  return nameless ? { kind: 'takeover', position: only } : { kind: 'new' };
}
