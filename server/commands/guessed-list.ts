import type { SheetGuess } from '../../contract/price-list-guess.ts';
import { UPLOAD_COLUMNS } from '../../contract/upload-columns.ts';
import type { FormFields } from '../bridge/import/settings.ts';

/** The form that uploads a sheet as it was guessed; a column that was not found is not given. */
export function formOfGuess({ name, startRow, columns }: SheetGuess): FormFields {
  const found: Readonly<Record<string, number | null>> = columns;
  const given = UPLOAD_COLUMNS.map((column) => [column, String(found[column] ?? '')]);
  return { ...Object.fromEntries(given), sheet: name, startRow: String(startRow) };
}

/** One line about a guess: where the data begins, the columns that were found, how sure it is, what to look at. */
export function guessLine({ startRow, columns, certainty, notes }: SheetGuess): string {
  const found = Object.entries(columns).flatMap(([name, column]) =>
    column === null ? [] : `${name} ${column}`,
  );
  return [`from row ${startRow}`, ...found, `certainty ${certainty}`, ...notes].join(', ');
}
