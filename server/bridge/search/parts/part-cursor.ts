import { SEARCH_QUERY_MAX } from '../../../../contract/limits.ts';
import { PART_ORDERS, type PartOrder } from '../../../../contract/part-orders.ts';
import { packValue } from '../../../text/opaque-text.ts';
import { type Cursor, fieldsOfFormat, isTextUpTo, takenCompletions } from '../cursor.ts';
import type { Place } from './places.ts';

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
