import type { StoredPosition } from '../store/position.ts';

/** The position with the mark of its stock as amount and price day have it; `liveDay` is the first price day that counts. */
export const withStock = (position: StoredPosition, liveDay: number): StoredPosition => ({
  ...position,
  in_stock: position.amount > 0 && position.price_day >= liveDay ? 1 : 0,
});
