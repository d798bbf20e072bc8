// The orders of found parts (relevance, price, stock …), and the cursor that says where the next page begins.
import { PART_ORDERS, type PartOrder } from '../../../contract/catalogue/words.ts';
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { packValue, unpackValue } from '../../platform/http/request.ts';
import { WORD_MAX } from '../../platform/text/words.ts';
import type { PositionColumns } from '../search-index/position-columns.ts';
import { figuresOf, type OfferView } from './filtered-offers.ts';
import { COMPLETIONS_MAX, type FoundParts } from './found-parts.ts';
import { STAGES, type Stage } from './stages.ts';

/** Where a part stands in an order: what it is compared by, one after the other; the last is unique. */
type Place = readonly (number | string)[];

function comparePlaces(one: Place, other: Place): number {
  for (let at = 0; at < one.length; at++) {
    const [first, second] = [one[at], other[at]];
    if (first === second || first === undefined || second === undefined) continue;
    return first < second ? -1 : 1;
  }
  return 0;
}

const NO_PRICE = Number.MAX_SAFE_INTEGER;

/** The place of each find by its index, in the order in which they are found. */
export const placeByRelevance =
  ({ ranks, orders, ids }: FoundParts) =>
  (at: number): Place => [ranks[at] as number, orders[at] ?? 0, ids[at] as number];

/** Places of found parts: by the first position, the price or the stock that a part shows; what a first page opens comes first. */
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
    const { priceFrom, amount } = figuresOf(columns, sight, part);
    return [at < opened ? 0 : 1, order === 'price' ? (priceFrom ?? NO_PRICE) : -amount, part];
  };
}

export interface Placed {
  readonly at: number;
  readonly place: Place;
}

/** The first `count` indexes behind a place (null: the start) in the order of their places; `isSorted`: as given. */
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

/** Grows when a cursor means something else; one of another format starts the answer from its beginning. */
const FORMAT = 'search-4';

/** Where an answer goes on, and what it rests on besides the query. */
export interface Cursor {
  readonly order: PartOrder;
  /** Whether the stages are open that a first page leaves out. */
  readonly isWide: boolean;
  /** Whether nothing fits what was asked for: only the first page knows why. */
  readonly isApart: boolean;
  /** The last that was shown; null: none was. */
  readonly place: Place | null;
  /** The reread query, '' for the query as typed. */
  readonly reading: string;
  /** The completions that the first page went by; null when it needed none. */
  readonly completions: { prefix: string; common: string[]; rare: boolean } | null;
}

/** The cursor as an opaque text for an address; stages are named, so that another one does not change what it means. */
export function packCursor({ place, ...cursor }: Cursor): string {
  if (place === null || cursor.order !== 'relevance') return packValue({ format: FORMAT, ...cursor, place });
  const [rank, ...rest] = place as readonly [number, ...Place];
  const stage = STAGES[rank >> 1] as Stage;
  return packValue({ format: FORMAT, ...cursor, place: [stage.id, 1 - (rank & 1), ...rest] });
}

// Checked by hand: every thread of the search loads this file, and the library of schemas is most of its start.

/** The cursor of a text that `packCursor` made; null for anything else. */
export function unpackCursor(text: string): Cursor | null {
  if (text === '') return null;
  const packed = unpackValue(text);
  if (!isRecord(packed) || packed.format !== FORMAT) return null;
  const { isWide, isApart, reading } = packed;
  const order = PART_ORDERS.find((one) => one === packed.order);
  const completions = takenCompletions(packed.completions);
  if (order === undefined || completions === undefined || typeof isWide !== 'boolean' || typeof isApart !== 'boolean')
    return null;
  const place = packed.place === null ? null : placeOf(order, packed.place);
  return place === undefined || !isTextUpTo(SEARCH_QUERY_MAX, reading)
    ? null
    : { order, isWide, isApart, place, reading, completions };
}

/** Whether a stage's rows can stand behind such a value. */
const IS_ORDER: Readonly<Record<Stage['order'], (order: unknown) => boolean>> = {
  key: (order) => isTextUpTo(SEARCH_QUERY_MAX, order),
  'key id': (order) => isCount(order),
  nothing: (order) => order === 0,
};

/** A place as it was packed; undefined for anything else. */
function placeOf(order: PartOrder, packed: unknown): Place | undefined {
  if (!Array.isArray(packed)) return undefined;
  const values: readonly unknown[] = packed;
  if (order !== 'relevance')
    return values.length === 3 && values.every(Number.isFinite) ? (packed as Place) : undefined;
  const [named, stock, by, id] = values;
  const stage = STAGES.findIndex((one) => one.id === named);
  if (stage < 0 || values.length !== 4 || (stock !== 0 && stock !== 1) || !isCount(id)) return undefined;
  // All parts, where no words are asked for, are in no order but their ids.
  return by === 0 || IS_ORDER[(STAGES[stage] as Stage).order](by)
    ? [2 * stage + 1 - stock, by as string | number, id]
    : undefined;
}

const isTextUpTo = (length: number, value: unknown): value is string =>
  typeof value === 'string' && value.length <= length;

/** Completions as a client sends them; undefined for what was never packed. Whatever it holds, only words reach the index. */
function takenCompletions(value: unknown): Cursor['completions'] | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const { prefix, common, rare } = value;
  if (!isTextUpTo(WORD_MAX, prefix) || typeof rare !== 'boolean' || !Array.isArray(common)) return undefined;
  if (common.length > COMPLETIONS_MAX || !common.every((word) => isTextUpTo(WORD_MAX, word))) return undefined;
  return { prefix: wordOnly(prefix), common: common.map(wordOnly).filter((word) => word !== ''), rare };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

const wordOnly = (text: string): string => (/^[\p{L}\p{M}\p{N}]*$/u.test(text) ? text : '');
