import { formatNumber, isFilled, NBSP } from './number.ts';

/** A two-decimal measure with its unit (`320 мм`, `19,40 кг`); null when it is zero or missing. */
export function formatSize(value: string | null | undefined, unit: 'мм' | 'кг'): string | null {
  return isFilled(value) ? `${formatNumber(value)}${NBSP}${unit}` : null;
}
