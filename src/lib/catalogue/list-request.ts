import type { ListLineAnswer, Take } from '../../../contract/list-search.ts';
import { paths } from '../paths/paths.ts';
import { itemsText, type Wanted } from '../request/address.ts';

/** What one line takes, ready for a link «В заявку». */
export interface LineItems {
  readonly items: string;
  /** What each of them costs, as the list shows it; '' where nobody knows. */
  readonly prices: string;
}

/** The offers that a found line would take. */
export function itemsOfTakes(takes: readonly Take[]): LineItems {
  const items = takes.map(
    ({ positionId, amount }): Wanted => ({ id: positionId, amount: Math.ceil(amount) }),
  );
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
