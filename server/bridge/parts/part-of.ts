import { HIDDEN } from '../../../contract/hidden.ts';

/** What decides of which part a position is. */
export interface PartFacts {
  readonly key_id: number;
  /** By which manufacturers are compared; '' for nobody. */
  readonly manufacturer_key: string;
  readonly hidden: number;
}

/**
 * The manufacturer key of the part that each position is an offer of, in the order given. A position without a maker joins
 * the only maker that visitors see for its article key, else it belongs to the part of nobody (''). Hidden positions
 * decide nothing. Depends on the set of positions alone, which must hold all of the article keys named in it (decision 39).
 */
export function partMakers(positions: readonly PartFacts[]): string[] {
  const only = new Map<number, string>();
  for (const { key_id, manufacturer_key, hidden } of positions) {
    if (manufacturer_key === '' || hidden !== HIDDEN.shown) continue;
    const known = only.get(key_id);
    only.set(key_id, known === undefined || known === manufacturer_key ? manufacturer_key : '');
  }
  return positions.map(({ key_id, manufacturer_key }) => manufacturer_key || (only.get(key_id) ?? ''));
}
