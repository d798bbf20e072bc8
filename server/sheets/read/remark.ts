/** What may be wrong with a place in a file that can be read all the same. */
export type ReadingRemarkCode = 'damaged-text' | 'encoding-unclear' | 'quote-left-open' | 'quotes-take-rows';

/** What reading has to say of a place in a file. */
export interface ReadingRemark {
  readonly code: ReadingRemarkCode;
  /** Row from 1; 0 for the file as a whole. */
  readonly row: number;
  /** From 1; null for the row as a whole. */
  readonly column: number | null;
  /** The text that it is about. */
  readonly text: string;
}
