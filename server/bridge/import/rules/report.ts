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
