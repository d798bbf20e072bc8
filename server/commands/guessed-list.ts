import type { SheetGuess } from '../../contract/price-list-guess.ts';

/** One line about a guess: where the data begins, the columns that were found, how sure it is, what to look at. */
export function guessLine({ startRow, columns, certainty, notes }: SheetGuess): string {
  const found = Object.entries(columns).flatMap(([name, column]) =>
    column === null ? [] : `${name} ${column}`,
  );
  return [`from row ${startRow}`, ...found, `certainty ${certainty}`, ...notes].join(', ');
}
