import { segmentsOf } from '../../../rules/markdown/index.ts';

/** The parts of a text as a preview shows them, by turns with where each begins in the text. */
export interface PlacedPart {
  readonly start: number;
  readonly text: string;
}

/** A text by the parts that are converted alone. */
export const placedParts = (text: string): PlacedPart[] =>
  segmentsOf(text).map(({ start, end }) => ({ start, text: text.slice(start, end) }));

/** Number of the part in which the cursor stands, or of the last one before it; -1: there is none. */
export const partAt = (parts: readonly PlacedPart[], cursor: number): number =>
  parts.findLastIndex(({ start }) => start <= cursor);
