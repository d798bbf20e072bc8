import {
  UPLOAD_COLUMN_DEFAULTS,
  UPLOAD_COLUMNS,
  type UploadColumn,
} from '../../../../contract/upload-columns.ts';
import { columnNumber } from '../../../../rules/sheet-columns.ts';

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
