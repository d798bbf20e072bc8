import { SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../../contract/limits.ts';
import { type Columns, cellsOf, headingsIn, type LineReading, readLine } from './list-line.ts';

/** A line of a list that somebody wants. */
export interface ListLine {
  /** Its place among the lines that are not blank, from 0. */
  readonly line: number;
  readonly text: string;
  /** Never empty; the first is that of the whole line. */
  readonly readings: readonly LineReading[];
}

/** A list as it was read. */
interface ReadList {
  /** At most SEARCH_LIST_MAX. */
  readonly lines: readonly ListLine[];
  /** Lines of headings, which nobody wants. */
  readonly headings: number;
  /** Lines over the limit. */
  readonly ignored: number;
}

/** The lines of a text that are not blank, in their order; a line may begin with an empty cell. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\r\n]/u)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '');

/** Reads a list of articles with quantities, given as its lines; takes any text. */
export function readList(texts: readonly string[]): ReadList {
  const lines: ListLine[] = [];
  let columns: Columns | null = null;
  let headings = 0;
  let ignored = 0;
  for (const [line, long] of texts.entries()) {
    if (lines.length === SEARCH_LIST_MAX) {
      ignored = texts.length - line;
      break;
    }
    const text = long.slice(0, SEARCH_QUERY_MAX);
    const named = headingsIn(cellsOf(text).cells);
    if (named) {
      columns = named;
      headings += 1;
    } else lines.push({ line, text: text.trim(), readings: readLine(text, columns) });
  }
  return { lines, headings, ignored };
}
