// Offers of a request in the URL (`?items=7-2,15-1`): for links that share a request or put found lines into it.
import type { ListLineAnswer, Take } from '../../../contract/catalogue/parts.ts';
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';
import { paths } from '../platform/paths.ts';
import { readAmount } from './basket.ts';

export interface Wanted {
  readonly id: number;
  readonly amount: number;
}

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

/** What one line takes, ready for a link «В заявку». */
interface LineItems {
  readonly items: string;
  /** What each of them costs, as the list shows it; '' where it is unknown. */
  readonly prices: string;
}

/** The offers that a found line would take. */
export function itemsOfTakes(takes: readonly Take[]): LineItems {
  const items = takes.map(({ positionId, amount }): Wanted => ({ id: positionId, amount: Math.ceil(amount) }));
  return { items: itemsText(items), prices: takes.map(({ price }) => price ?? '').join(',') };
}

/** The page of the request with the offers that found lines would take, an offer of several lines once; '' without any. */
export function requestOfLines(lines: readonly ListLineAnswer[]): string {
  const amounts = new Map<number, number>();
  for (const { readings, chosen } of lines)
    for (const { positionId, amount } of readings[chosen]?.parts[0]?.takes ?? [])
      amounts.set(positionId, (amounts.get(positionId) ?? 0) + Math.ceil(amount));
  const items = [...amounts].map(([id, amount]) => ({ id, amount }));
  return items.length === 0 ? '' : paths.requestOf(itemsText(items));
}
