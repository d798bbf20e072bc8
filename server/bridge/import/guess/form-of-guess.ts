import type { SheetGuess } from '../../../../contract/price-list-guess.ts';
import { UPLOAD_COLUMNS } from '../../../../contract/upload-columns.ts';
import type { FormFields } from '../settings.ts';

/** The form that uploads a sheet as it was guessed; a column that was not found is not given. */
export function formOfGuess({ name, startRow, columns, notes }: SheetGuess): FormFields {
  const found: Readonly<Record<string, number | null>> = columns;
  const given = UPLOAD_COLUMNS.map((column) => [column, String(found[column] ?? '')]);
  const articleFrom = notes.includes('article in title') ? 'title' : '';
  return { ...Object.fromEntries(given), sheet: name, startRow: String(startRow), articleFrom };
}
