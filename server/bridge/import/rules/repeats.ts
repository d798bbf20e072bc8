import type { Repeated } from '../../../../contract/upload.ts';
import { sheetNumber } from '../../../sheets/decimal.ts';
import { AMOUNT_MAX } from './limits.ts';
import type { PositionFields } from './row.ts';

/** What the rows of a file have said of a position so far. */
export interface Offer {
  readonly price: number;
  readonly amount: number;
}

export interface Merged {
  readonly fields: PositionFields;
  /** The row itself counts now, not only its stock. */
  readonly isTaken: boolean;
}

/**
 * What a position gets from one more row that means it; null where it stays as it is. `isLater` tells whether the row
 * stands below the one that counts so far: rows that had to wait come out of turn. A row without a price is never the
 * cheapest; of two that are alike the upper one counts.
 */
export function mergeRepeat(
  repeated: Repeated,
  known: Offer,
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
