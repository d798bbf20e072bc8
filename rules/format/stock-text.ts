// What of an offer is in stock and what has to be ordered, in words of requests: pages that show offers alone need none
// of it.
import { AMOUNT_TO_ORDER, formatAmount, NBSP } from './texts.ts';

/**
 * What of an offer is in stock: «в наличии 15 шт, сегодня; остальное — под заказ», «под заказ» where nothing is. `term`:
 * when that which is in stock can be had.
 */
export function stockText(inStock: number, asked: number, term = ''): string {
  const amount = formatAmount(inStock);
  if (amount === null) return [AMOUNT_TO_ORDER, term].filter(Boolean).join(', ');
  const there = [`в${NBSP}наличии ${amount}`, term].filter(Boolean).join(', ');
  return inStock >= asked ? there : `${there}${term ? ';' : ','} остальное${NBSP}— ${AMOUNT_TO_ORDER}`;
}

/** The same of an offer that has less than is asked for; '' of one that has enough. */
export const lackText = (inStock: number, asked: number): string => (inStock >= asked ? '' : stockText(inStock, asked));
