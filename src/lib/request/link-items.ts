import type { LyingOffer } from './basket-store.ts';

/** An offer as a link «В заявку» names it. */
export type LinkItem = Pick<LyingOffer, 'id' | 'amount' | 'price'>;

/**
 * The offers of a link: one alone, `7`, or several with their amounts, `7-2,15-1`; the two-decimal prices that were seen stand
 * in the same order, '' where there was none.
 */
export function linkItems(named: string, prices: string): LinkItem[] {
  const seen = prices.split(',');
  return named.split(',').map((item, at) => {
    const [id, amount = 1] = item.split('-').map(Number);
    return { id: id ?? 0, amount, price: seen[at] || null };
  });
}

/** Whether all offers of a link lie in the request already, at least as many of each. */
export const liesWhole = (items: readonly LinkItem[], lying: readonly LyingOffer[]): boolean =>
  items.every(({ id, amount }) => lying.some((offer) => offer.id === id && offer.amount >= amount));
