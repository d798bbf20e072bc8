import { UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import { UPLOAD_COLUMN_DEFAULTS, UPLOAD_COLUMNS, type UploadColumn } from '../../../contract/price-lists/columns.ts';
import { columnNumber, columnText } from '../../../rules/format/sheet-columns.ts';

/** The fields of an upload as they were sent. */
export type FormFields = Readonly<Record<string, string | undefined>>;

/** The fields of the form as text; anything that is no plain value is left out. */
export function textFields(fields: Readonly<Record<string, unknown>>): FormFields {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' || typeof value === 'number' || value === true) texts[name] = String(value);
  }
  return texts;
}

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

/** Whether a sheet is meant, letter case aside. */
export const isSameTitle = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The entries of a field that lists some, by lines or semicolons, without blank ones. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[;\r\n]+/u)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Longest article of a position, characters; a longer one is a row error, because cutting could merge two. */
export const ARTICLE_MAX = 200;
/** Largest price, kopecks. */
export const PRICE_MAX = 1e13;
/** Largest amount. */
export const AMOUNT_MAX = 1e12;
/** Largest size or weight, hundredths: what the narrowest database column holds. */
export const SIZE_MAX = 2_147_483_647;
/** Whole digits that a number of a sheet keeps; longer articles typed as numbers have lost their end. */
export const NUMBER_DIGITS_MAX = 15;
/** Last row that a spreadsheet has. */
export const ROW_NUMBER_MAX = 1_048_576;
/** Characters of a band, a rate or a price in the form: patterns need not look at more. */
export const ENTRY_MAX = 100;
/** Names that stand for manufacturers and those that they stand for, together. */
export const SYNONYMS_MAX = 1_000;
/** Words for which rows are left out. */
export const SKIP_WORDS_MAX = 100;
