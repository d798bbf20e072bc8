// Which of the positions with a row's provider, brand and article the row means, and what one more row that means the
// same adds to it.
import type { Repeated } from '../../../contract/price-lists/upload.ts';
import { sheetNumber } from '../../platform/sheets/decimal.ts';
import { AMOUNT_MAX } from '../rules/form-fields.ts';
import type { PositionFields } from '../rules/row.ts';

interface Matchable {
  readonly manufacturer_key: string;
}

type Match<P> =
  | { readonly kind: 'found'; readonly position: P }
  /** The position had no manufacturer and gets the row's. */
  | { readonly kind: 'takeover'; readonly position: P }
  | { readonly kind: 'new' }
  | { readonly kind: 'ambiguous' }
  /** Other rows of the file decide: to be asked again when all of them are known. */
  | { readonly kind: 'wait' };

/** What the file says of an article in its other rows. */
interface FileFacts<P> {
  /** A row has named this position already. */
  readonly isNamed: (position: P) => boolean;
  /** Some row names a manufacturer for the article; null while rows are still to come. */
  readonly namesMaker: boolean | null;
  /** Whether it is removed; a row that means it restores it. */
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
  // A removed position has the identity that the row asks for.
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

interface Merged {
  readonly fields: PositionFields;
  /** The row itself counts now, not only its stock. */
  readonly isTaken: boolean;
}

/**
 * What a position gets from one more row that means it; null where it stays as it is. `isLater` says whether the row
 * stands below the one that counts so far: rows that had to wait come out of turn. A row without a price is never the
 * cheapest; of two that are alike the upper one counts.
 */
export function mergeRepeat(
  repeated: Repeated,
  known: { readonly price: number; readonly amount: number },
  row: PositionFields,
  isLater: boolean,
): Merged | null {
  const { price = 0, amount = 0 } = row;
  const taken = (isTaken: boolean): Merged | null => (isTaken ? { fields: row, isTaken } : null);
  switch (repeated) {
    case 'last':
      return taken(isLater);
    case 'first':
      return taken(!isLater);
    case 'sum': {
      const sum = Math.min(AMOUNT_MAX, sheetNumber(known.amount + amount));
      return { fields: isLater ? { ...row, amount: sum } : { amount: sum }, isTaken: isLater };
    }
    case 'largest':
      return taken(amount > known.amount || (amount === known.amount && !isLater));
    case 'lowest-price':
      if (price === known.price) return taken(!isLater);
      return taken(price > 0 && (known.price === 0 || price < known.price));
  }
}
