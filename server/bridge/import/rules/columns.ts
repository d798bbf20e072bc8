import { UPLOAD_COLUMN_MAX } from '../../../../contract/limits.ts';
import {
  UPLOAD_COLUMN_DEFAULTS,
  UPLOAD_COLUMNS,
  type UploadColumn,
} from '../../../../contract/upload-columns.ts';
import { columnNumber, columnText } from '../../../../rules/sheet-columns.ts';

/** Column numbers from 1 of the given columns. */
export type ColumnMap = Readonly<Partial<Record<UploadColumn, number>>>;

export interface GivenColumns {
  readonly columns: ColumnMap;
  /** Columns whose stock is added to that of the amount column. */
  readonly moreAmounts: readonly number[];
}

/** The numbers of all columns that are read, some of them perhaps twice. */
export const givenColumns = ({ columns, moreAmounts }: GivenColumns): number[] => [
  ...Object.values(columns),
  ...moreAmounts,
];

/** The columns of a form: an absent field has its default, an empty one is not given. */
export function columnsOf(fields: Readonly<Record<string, string | undefined>>): ColumnMap {
  const columns: Partial<Record<UploadColumn, number>> = {};
  for (const name of UPLOAD_COLUMNS) {
    const text = fields[name] ?? UPLOAD_COLUMN_DEFAULTS[name] ?? '';
    const several = name === 'amount' ? columnList(text) : null;
    const number = several?.[0] ?? columnNumber(text);
    if (number !== null) columns[name] = number;
  }
  return columns;
}

/** The columns that a list such as `6,14` or `F; N` names, each once; null when a piece of it is no column. */
export function columnList(text: string): number[] | null {
  const pieces = columnText(text)
    .split(/[\s,;+]+/u)
    .filter((piece) => piece !== '');
  if (!pieces.every((piece) => /^(?:\d{1,5}|[A-Z]{1,3})$/u.test(piece))) return null;
  const numbers = pieces.map(columnNumber);
  return numbers.every((number) => number !== null) ? [...new Set(numbers)] : null;
}

/** Whether the form names a column behind the last one that is read: its cells would be missing without a word. */
export const namesUnreadColumn = (fields: Readonly<Record<string, string | undefined>>): boolean =>
  UPLOAD_COLUMNS.some((name) => {
    const several = name === 'amount' ? columnList(fields[name] ?? '') : null;
    return several ? several.some((number) => number > UPLOAD_COLUMN_MAX) : isOver(fields[name] ?? '');
  });

function isOver(designator: string): boolean {
  const number = columnNumber(designator);
  // What spreadsheets have no column for is null; a designator all the same when it has a digit or a letter.
  return number === null ? /[1-9A-Z]/u.test(columnText(designator)) : number > UPLOAD_COLUMN_MAX;
}
