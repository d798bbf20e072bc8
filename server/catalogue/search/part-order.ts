import { PART_ORDERS, type PartOrder } from '../../../contract/catalogue/words.ts';
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { packValue } from '../../platform/http/list-page.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import { type Cursor, fieldsOfFormat, isTextUpTo, takenCompletions } from './cursor.ts';
import { type OfferSight, passingOffers, sumsOf } from './filtered-offers.ts';
import type { FoundParts } from './found-parts.ts';

/** Where a part stands in an order: what it is compared by, one after the other; the last tells parts apart. */
type Place = readonly (number | string)[];

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

/**
 * The place of each found part by its index. By relevance: that of its first position. By price: the lowest one, by
 * stock: the largest first, in both within what a first page opens before what «load more» does.
 */
export function placesIn(
  order: PartOrder,
  columns: PositionColumns,
  sight: OfferSight,
  { parts, ranks, orders, ids, opened }: FoundParts,
): (at: number) => Place {
  if (order === 'relevance') return (at) => [ranks[at] as number, orders[at] ?? 0, ids[at] as number];
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
  passing: Int32Array,
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

/** Grows when a cursor means something else; one of another format starts the answer from its beginning. */
const FORMAT = 'parts-1';

/** Where an answer goes on, and what it rests on besides the query. */
export interface PartCursor {
  readonly order: PartOrder;
  /** Whether the stages are open that a first page leaves out. */
  readonly isWide: boolean;
  /** The last part that was shown; null: none was. */
  readonly place: Place | null;
  /** The reread query, '' for the query as typed. */
  readonly reading: string;
  readonly completions: Cursor['completions'];
}

/** The cursor as an opaque text for an address. */
export function packPartCursor(cursor: PartCursor): string {
  return packValue({ format: FORMAT, ...cursor });
}

/** The cursor of a text that `packPartCursor` made; null for anything else. */
export function unpackPartCursor(text: string): PartCursor | null {
  const packed = fieldsOfFormat(FORMAT, text);
  if (!packed) return null;
  const { isWide, place, reading } = packed;
  const order = PART_ORDERS.find((one) => one === packed.order);
  const completions = takenCompletions(packed.completions);
  if (order === undefined || completions === undefined || typeof isWide !== 'boolean') return null;
  if (!isTextUpTo(SEARCH_QUERY_MAX, reading) || !(place === null || isPlace(place))) return null;
  return { order, isWide, place, reading, completions };
}

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((part) => Number.isFinite(part) || isTextUpTo(SEARCH_QUERY_MAX, part));
