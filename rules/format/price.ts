import { formatNumber, isFilled, NBSP } from './number.ts';

/** What stands in place of a price that nobody has named. */
export const PRICE_ON_REQUEST = 'Уточняйте у\u00a0менеджера';

/** A two-decimal price in roubles as `1 234,50 ₽`; null when it is zero or missing. */
export function formatPrice(price: string | number | null | undefined): string | null {
  return isFilled(price) ? `${formatNumber(price)}${NBSP}₽` : null;
}

/** The same with kopecks always, so that prices below each other stand by their commas. */
export function formatExactPrice(price: string | null): string | null {
  const shown = formatPrice(price);
  return shown && !shown.includes(',') ? shown.replace(`${NBSP}₽`, `,00${NBSP}₽`) : shown;
}
