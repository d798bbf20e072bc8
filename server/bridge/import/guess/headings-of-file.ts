import { answerOfFile } from '../../../sheets/read/reader.ts';
import type { ReadRequest } from '../../../sheets/read/wire.ts';

const CHILD = new URL('./headings-child.ts', import.meta.url).href;

/** What the columns of a sheet are called. */
export interface SheetHeadings {
  readonly title: string;
  /** From the first column on; empty where a column has no heading. */
  readonly headers: readonly string[];
  /** Columns that the sheet has, at least one. */
  readonly width: number;
}

/** The headings of the sheets that are asked for, in the order of the book; of a text, which has no sheets, none. Throws a ReadError. */
export const headingsOfFile = (request: ReadRequest): Promise<SheetHeadings[]> =>
  answerOfFile<SheetHeadings[]>(request, { child: CHILD });
