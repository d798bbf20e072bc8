import { UPLOAD_COLUMN_MAX } from '../../../../contract/limits.ts';
import {
  UPLOAD_COLUMN_DEFAULTS,
  UPLOAD_COLUMNS,
  type UploadColumn,
} from '../../../../contract/upload-columns.ts';
import { columnNumber, columnText } from '../../../../rules/sheet-columns.ts';

/** Column numbers from 1 of the given columns. */
export type ColumnMap = Readonly<Partial<Record<UploadColumn, number>>>;

/** The columns of a form: an absent field has its default, an empty one is not given. */
export function columnsOf(fields: Readonly<Record<string, string | undefined>>): ColumnMap {
  const columns: Partial<Record<UploadColumn, number>> = {};
  for (const name of UPLOAD_COLUMNS) {
    const number = columnNumber(fields[name] ?? UPLOAD_COLUMN_DEFAULTS[name] ?? '');
    if (number !== null) columns[name] = number;
  }
  return columns;
}

/** Whether the form names a column behind the last one that is read: its cells would be missing without a word. */
export const namesUnreadColumn = (fields: Readonly<Record<string, string | undefined>>): boolean =>
  UPLOAD_COLUMNS.some((name) => isOver(fields[name] ?? ''));

function isOver(designator: string): boolean {
  const number = columnNumber(designator);
  // What spreadsheets have no column for is null; a designator all the same when it has a digit or a letter.
  return number === null ? /[1-9A-Z]/u.test(columnText(designator)) : number > UPLOAD_COLUMN_MAX;
}
