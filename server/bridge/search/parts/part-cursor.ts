import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { SEARCH_QUERY_MAX } from '../../../../contract/limits.ts';
import { PART_ORDERS, type PartOrder } from '../../../../contract/part-orders.ts';
import { packValue, unpackValue } from '../../../text/opaque-text.ts';
import { CompletionsTaken, takenCompletions } from '../cursor.ts';
import type { Place } from './places.ts';

/** Grows when a cursor means something else; one of another format starts the answer from its beginning. */
const FORMAT = 'parts-1';

const Packed = Type.Object({
  format: Type.Literal(FORMAT),
  order: Type.Enum([...PART_ORDERS]),
  isWide: Type.Boolean(),
  place: Type.Union([
    Type.Null(),
    Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: SEARCH_QUERY_MAX })]), {
      minItems: 3,
      maxItems: 3,
    }),
  ]),
  reading: Type.String({ maxLength: SEARCH_QUERY_MAX }),
  completions: CompletionsTaken,
});

/** Where an answer goes on, and what it rests on besides the query. */
export interface PartCursor {
  readonly order: PartOrder;
  /** Whether the stages are open that a first page leaves out. */
  readonly isWide: boolean;
  /** The last part that was shown; null: none was. */
  readonly place: Place | null;
  /** The reread query, '' for the query as typed. */
  readonly reading: string;
  readonly completions: Static<typeof CompletionsTaken>;
}

/** The cursor as an opaque text for an address. */
export function packPartCursor(cursor: PartCursor): string {
  return packValue({ format: FORMAT, ...cursor });
}

/** The cursor of a text that `packPartCursor` made; null for anything else. */
export function unpackPartCursor(text: string): PartCursor | null {
  const packed = unpackValue(text);
  if (!Value.Check(Packed, packed)) return null;
  const { order, isWide, place, reading, completions } = packed;
  return { order, isWide, place, reading, completions: takenCompletions(completions) };
}
