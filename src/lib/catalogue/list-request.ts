import type { ListLineAnswer } from '../../../contract/list-search.ts';
import { paths } from '../paths/paths.ts';
import { itemsText } from '../request/address.ts';

/** The page of the request with the offers that found lines would take, an offer of several lines once; '' without any. */
export function requestOfLines(lines: readonly ListLineAnswer[]): string {
  const amounts = new Map<number, number>();
  for (const { readings, chosen } of lines)
    for (const { positionId, amount } of readings[chosen]?.parts[0]?.takes ?? [])
      amounts.set(positionId, (amounts.get(positionId) ?? 0) + Math.ceil(amount));
  const items = [...amounts].map(([id, amount]) => ({ id, amount }));
  return items.length === 0 ? '' : paths.requestOf(itemsText(items));
}
