import { type Cell, EMPTY_CELL, type SheetRow, textCell } from '../../../sheets/read/cell.ts';
import { manufacturerKey } from '../../../text/article-key.ts';
import { type GivenColumns, givenColumns } from './columns.ts';
import { cleanText } from './text.ts';

type Cells = SheetRow['cells'];

/** Where a row carries the text of the heading above it: no sheet has such a column, and 0 is none that is given. */
const HEADING_COLUMN = -1;

/** The row with the heading above it. */
export const underHeading = ({ cells, ...row }: SheetRow, heading: string): SheetRow =>
  heading === ''
    ? { ...row, cells }
    : { ...row, cells: new Map([...cells, [HEADING_COLUMN, textCell(heading)]]) };

/** The heading above the row; '' for none. */
export const headingOf = (cells: Cells): string => cells.get(HEADING_COLUMN)?.text ?? '';

/** Whether no other given column than this one is filled, although some are given. */
export function isOnlyFilled(cells: Cells, own: number | null, given: GivenColumns): boolean {
  let others = 0;
  for (const column of givenColumns(given)) {
    if (column === own) continue;
    if (cells.has(column)) return false;
    others += 1;
  }
  return others > 0;
}

/**
 * Whether a row with a title, and perhaps a number before it, is the heading of a group: it has neither price nor stock,
 * and where an article stands beside the title nothing else stands in the whole row.
 */
export function isTitledHeading({ cells, filled = cells.size }: SheetRow, given: GivenColumns): boolean {
  const { article, title, price, amount } = given.columns;
  if (title === undefined || !cells.has(title) || (price === undefined && amount === undefined)) return false;
  const isBare = givenColumns(given).every(
    (column) => column === article || column === title || !cells.has(column),
  );
  if (!isBare) return false;
  return article === undefined || article === title || !cells.has(article) || filled === 2;
}

/** What a heading calls its group; '' where it has no word, as in the size of a wheel. */
export function groupName(cells: Cells, { columns: { article, title } }: GivenColumns): string {
  const texts = [title, article].map((column) => cleanText((cells.get(column ?? 0) ?? EMPTY_CELL).text));
  return texts.find((text) => /\p{L}/u.test(text) && manufacturerKey(text) !== '') ?? '';
}

/** Digits of a number that counts groups: an article is rarely so short. */
const GROUP_NUMBER = /^\s*\d{1,2}(?:[\s\u00a0]?\d{3}|\d?)\s*$/u;

/**
 * Whether a row may be a heading with a number where its article should be: there is nothing else but a title in the
 * whole row. In a list of few columns a position without a price looks the same.
 */
export function isNumberedRow(row: SheetRow, given: GivenColumns): boolean {
  const { article = 0, title } = given.columns;
  const number: Cell | undefined = row.cells.get(article);
  return article !== title && GROUP_NUMBER.test(number?.text ?? '') && isTitledHeading(row, given);
}
