import { UPLOAD_COLUMN_DEFAULTS, UPLOAD_COLUMNS, type UploadColumn } from '../../../../contract/upload.ts';
import { COLUMN_NUMBER_MAX } from './limits.ts';

/** Column numbers from 1 of the given columns. */
export type ColumnMap = Readonly<Partial<Record<UploadColumn, number>>>;

/** Cyrillic capitals that look like a column letter. */
const LATIN: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
};

/** The column a designator means: a leading number from 1, else letters as in a sheet (`AB` is 28); null for none. */
export function columnNumber(designator: string): number | null {
  const digits = /^\s*(\d+)/u.exec(designator)?.[1];
  if (digits !== undefined) return inSheet(Number(digits));
  let number = 0;
  for (const letter of designator.toUpperCase()) {
    const latin = LATIN[letter] ?? letter;
    if (latin < 'A' || latin > 'Z') continue;
    number = number * 26 + latin.charCodeAt(0) - 64;
    if (number > COLUMN_NUMBER_MAX) return null;
  }
  return inSheet(number);
}

const inSheet = (number: number) => (number >= 1 && number <= COLUMN_NUMBER_MAX ? number : null);

/** The letters of a column number from 1: 28 is `AB`. */
export function columnLetters(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The columns of a form: an absent field has its default, an empty one is not given. */
export function columnsOf(fields: Readonly<Record<string, string | undefined>>): ColumnMap {
  const columns: Partial<Record<UploadColumn, number>> = {};
  for (const name of UPLOAD_COLUMNS) {
    const number = columnNumber(fields[name] ?? UPLOAD_COLUMN_DEFAULTS[name] ?? '');
    if (number !== null) columns[name] = number;
  }
  return columns;
}
