import { formatNumber, isFilled, NBSP } from './number.ts';

/** What stands in place of a quantity that is not in stock. */
export const AMOUNT_TO_ORDER = 'под\u00a0заказ';

/** A quantity in stock as `12 шт`; null when it is zero or missing. */
export function formatAmount(amount: string | number | null | undefined): string | null {
  return isFilled(amount) ? `${formatNumber(amount)}${NBSP}шт` : null;
}
