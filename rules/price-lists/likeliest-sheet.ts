// Chooses the sheet of a book that an upload begins with, and its columns: the page and the sources read the same ones.
import type { GuessedColumn, UploadColumn } from '../../contract/price-lists/columns.ts';
import type { SheetGuess } from '../../contract/price-lists/guess.ts';

/** What even a sheet that is guessed without any certainty counts. */
const LEAST = 0.1;

/** The sheet with the most goods, as far as it is surely a price list; undefined without any. */
export const likeliestSheet = <Sheet extends Pick<SheetGuess, 'goods' | 'certainty'>>({
  sheets,
}: {
  readonly sheets: readonly Sheet[];
}): Sheet | undefined => {
  const weight = ({ goods, certainty }: Sheet) => (goods + LEAST) * (certainty + LEAST);
  return sheets.toSorted((one, other) => weight(other) - weight(one))[0];
};

/** A column of an upload as the form says it: its number, several of stock that add up, '' for none. */
export function guessedColumn({ columns, places }: SheetGuess, column: UploadColumn): string {
  if (column === 'amount' && places.length > 0) return places.join(',');
  return String((column in columns && columns[column as GuessedColumn]) || '');
}
