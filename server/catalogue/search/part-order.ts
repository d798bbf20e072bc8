import type { PartOrder } from '../../../contract/catalogue/words.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import { type OfferView, passingOffers, sumsOf } from './filtered-offers.ts';
import type { FoundParts } from './found-parts.ts';

/** Where a part stands in an order: what it is compared by, one after the other; the last tells parts apart. */
export type Place = readonly (number | string)[];

/** Negative when the first place comes before the second. */
function comparePlaces(one: Place, other: Place): number {
  for (let at = 0; at < one.length; at++) {
    const [first, second] = [one[at], other[at]];
    if (first === second || first === undefined || second === undefined) continue;
    return first < second ? -1 : 1;
  }
  return 0;
}

/** Behind every price. */
const NO_PRICE = Number.MAX_SAFE_INTEGER;

/** The place of each find by its index, in the order in which they are found. */
export const placeByRelevance =
  ({ ranks, orders, ids }: FoundParts) =>
  (at: number): Place => [ranks[at] as number, orders[at] ?? 0, ids[at] as number];

/**
 * The place of each found part by its index. By relevance: that of its first position. By price: the lowest one, by
 * stock: the largest first, in both within what a first page opens before what «load more» does.
 */
export function placesIn(
  order: PartOrder,
  columns: PositionColumns,
  sight: OfferView,
  found: FoundParts,
): (at: number) => Place {
  if (order === 'relevance') return placeByRelevance(found);
  const { parts, opened } = found;
  return (at) => {
    const part = parts[at] as number;
    const { priceFrom, amount } = sumsOf(sight, passingOffers(columns, sight, part));
    return [at < opened ? 0 : 1, order === 'price' ? (priceFrom ?? NO_PRICE) : -amount, part];
  };
}

/** An index of a found part, and its place. */
export interface Placed {
  readonly at: number;
  readonly place: Place;
}

/**
 * The first `count` of the indexes behind a place (null: from the start), in the order of their places; `isSorted`: as
 * the indexes are already.
 */
export function firstBehind(
  passing: Iterable<number>,
  placeOf: (at: number) => Place,
  behind: Place | null,
  count: number,
  isSorted: boolean,
): Placed[] {
  const first: Placed[] = [];
  for (const at of passing) {
    if (isSorted && first.length === count) break;
    const place = placeOf(at);
    if (behind && comparePlaces(place, behind) <= 0) continue;
    const last = first[count - 1];
    if (last && comparePlaces(place, last.place) >= 0) continue;
    let to = first.length;
    while (to > 0 && comparePlaces(place, (first[to - 1] as Placed).place) < 0) to--;
    first.splice(to, 0, { at, place });
    if (first.length > count) first.pop();
  }
  return first;
}
