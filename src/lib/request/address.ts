import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';
import { readAmount } from './kept-offer.ts';

/** An offer and how many of it. */
export interface Wanted {
  readonly id: number;
  readonly amount: number;
}

/** What an address asks for. */
export interface SharedItems {
  readonly items: readonly Wanted[];
  /** How many of its parts make no sense, or are beyond what a request takes. */
  readonly unread: number;
}

/** Offers as the query of an address has them: `7-2,15-1`. */
export const itemsText = (items: readonly Wanted[]): string =>
  items.map(({ id, amount }) => `${id}-${amount}`).join(',');

/** Reads that again; amounts of an offer that is named twice are added, as far as a request takes so many. */
export function readItems(text: string): SharedItems {
  const parts = text.split(',').filter(Boolean);
  const amounts = new Map<number, number>();
  let unread = 0;
  for (const part of parts) {
    const [, id, typed = ''] = /^([1-9]\d{0,14})-(\d+)$/.exec(part.trim()) ?? [];
    const amount = readAmount(typed);
    const before = amounts.get(Number(id));
    const isBeyond =
      before === undefined ? amounts.size >= REQUEST_ITEMS_MAX : before + (amount ?? 0) > REQUEST_AMOUNT_MAX;
    if (id === undefined || amount === null || isBeyond) unread += 1;
    else amounts.set(Number(id), amount + (before ?? 0));
  }
  return { items: [...amounts].map(([id, amount]) => ({ id, amount })), unread };
}
