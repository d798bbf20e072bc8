// Where the columns of a saved layout stand in a file whose header has changed: the upload page and the sources read the
// same ones.
import { UPLOAD_COLUMNS, type UploadColumn } from '../../contract/price-lists/columns.ts';
import type { SheetGuess } from '../../contract/price-lists/guess.ts';
import { columnNumber } from '../format/sheet-columns.ts';

/** A sheet as it is guessed, with the heading of each column from the first. */
type FoundSheet = Pick<SheetGuess, 'startRow' | 'columns'> & { readonly headers: readonly string[] };

/** Columns of an upload as its form has them: letters or numbers, several for the stock, '' for none. */
type TypedColumns = Readonly<Record<UploadColumn, string>>;

export interface MovedLayout {
  readonly startRow: string;
  readonly endRow: '';
  readonly columns: TypedColumns;
  /** Each column stands under the heading that it had. */
  readonly isFound: boolean;
}

/** How headings are compared: letter case and blanks aside. */
export const plainHeading = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLowerCase();

/**
 * Rows and columns of a layout on a sheet of another header: each column where its heading stands now, else as it is
 * guessed.
 */
export function movedLayout(columns: TypedColumns, before: readonly string[], sheet: FoundSheet): MovedLayout {
  const moved = movedColumns(before, sheet.headers);
  const guessed: Readonly<Partial<Record<UploadColumn, number | null>>> = sheet.columns;
  let isFound = true;
  const textOf = (column: UploadColumn): string => {
    if (columns[column].trim() === '') return '';
    const numbers = columns[column].split(/[\s,;+]+/u).map((text) => moved.get(columnNumber(text) ?? 0));
    const found = numbers.filter((number) => number !== undefined);
    isFound &&= found.length === numbers.length;
    return found.join(',') || String(guessed[column] ?? '');
  };
  const texts = Object.fromEntries(UPLOAD_COLUMNS.map((column) => [column, textOf(column)])) as TypedColumns;
  return { startRow: String(sheet.startRow), endRow: '', columns: texts, isFound };
}

/** The column that has now the heading of each column before, from 1; of equal headings the first is the first. */
function movedColumns(before: readonly string[], now: readonly string[]): ReadonlyMap<number, number> {
  const places = Map.groupBy(now.map(plainHeading).entries(), ([, text]) => text);
  const moved = new Map<number, number>();
  for (const [at, text] of before.map(plainHeading).entries()) {
    const [place] = text === '' ? [] : (places.get(text)?.splice(0, 1) ?? []);
    if (place) moved.set(at + 1, place[0] + 1);
  }
  return moved;
}
