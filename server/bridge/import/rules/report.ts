import type { RowReport } from '../../../../contract/bridge.ts';
import { columnLetters } from '../../../../rules/sheet-columns.ts';

/** Characters of a cell that a remark quotes. */
const QUOTE_MAX = 100;

/** One remark about a row; `column` is a number from 1, or null for the row as a whole. */
export function createRemark(
  row: number,
  column: number | null,
  code: string,
  message: string,
  text: string,
): RowReport {
  const quoted = text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX).toWellFormed()}…` : text;
  return { row, column: column === null ? null : columnLetters(column), code, message, text: quoted };
}

/** A word that stands for a number of pieces, and a heading that names no position. */
export const STOCK_WORD = 'amount-word';
export const HEADING = 'heading';

/** Remarks that are true of the whole list, or of each of its rows with one word: the first row stands for all. */
const TOLD_ONCE: ReadonlySet<string> = new Set([
  'article-from-code',
  'article-from-title',
  STOCK_WORD,
  HEADING,
]);

export const isToldOnce = (code: string): boolean => TOLD_ONCE.has(code);

/** What makes two remarks of one kind: their code, and of words of stock the word. */
export const kindOf = ({ code, message }: Pick<RowReport, 'code' | 'message'>): string =>
  code === STOCK_WORD ? `${code} ${message}` : code;
