// What staff change in many positions at once, as a rule for one of them: price, stock, brand, provider, or whether
// visitors see it. The job that does it is bulk-job.ts.
import type { BulkChange } from '../../../contract/catalogue/edit-form.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { type StoredPosition, withStock } from '../context/position.ts';
import type { Days } from './filter.ts';

/** What is to be changed; `hidden` is one of HIDDEN. */
export type PositionChange = Partial<BulkChange> & { readonly hidden?: number };

/**
 * The position as it is to be. A price that is set counts as confirmed today; one that is moved stays as old as it was, and
 * none stays none. Hiding leaves removed positions removed.
 */
export function changedPosition(before: StoredPosition, change: PositionChange, days: Days): StoredPosition {
  const { hidden = before.hidden, amount = before.amount, price } = change;
  const after = {
    ...before,
    brand_id: change.brandId ?? before.brand_id,
    provider_id: change.providerId ?? before.provider_id,
    hidden: hidden === HIDDEN.byHand && before.hidden === HIDDEN.removed ? before.hidden : hidden,
    amount,
    price: movedPrice(price ?? before.price, change),
    price_day: price === undefined ? before.price_day : days.today,
  };
  return withStock(after, days.liveDay);
}

/** Kopecks: moved by so many hundredths of a per cent, exactly, then to the nearest multiple; never to nothing. */
function movedPrice(kopecks: number, { percent = 0, roundTo }: PositionChange): number {
  if (kopecks === 0) return 0;
  const whole = 10_000;
  const twice = BigInt(kopecks) * BigInt(whole + percent) * 2n;
  const moved = Math.max(1, Number((twice + BigInt(whole)) / BigInt(2 * whole)));
  if (roundTo === undefined) return moved;
  const step = roundTo * 100;
  return Math.max(step, Math.floor(moved / step + 0.5) * step);
}
