import type { SheetGuess } from '../../../../contract/price-list-guess.ts';
import type { SheetRow } from '../../../sheets/read/cell.ts';
import { LOOK_ROWS } from '../../../sheets/read/limits.ts';
import { readPriceFile } from '../../../sheets/read/reader.ts';
import { guessSheet } from './guess-sheet.ts';

/** Sheets that are looked at; a book of more is no price list. */
const SHEETS_MAX = 40;

/** How the visible sheets of a file seem to be laid out. Throws a ReadError for what is no price list. */
export async function guessFile(file: string, signal?: AbortSignal): Promise<SheetGuess[]> {
  const sheets: SheetGuess[] = [];
  let name = '';
  let rows: SheetRow[] | null = null;
  let extent: number | null = null;
  const close = () => {
    if (rows) sheets.push(guessSheet(name, rows, extent));
  };
  const request = { file, sheet: null, startRow: 1, endRow: LOOK_ROWS, columns: null, allSheets: true };
  for await (const piece of readPriceFile(request, signal)) {
    if (piece.kind === 'sheet') {
      close();
      if (sheets.length === SHEETS_MAX) return sheets;
      name = piece.title;
      rows = [];
      extent = null;
    } else if (piece.kind === 'extent') extent = piece.rows;
    else if (piece.kind === 'rows') {
      // A text file has one sheet, which has no name.
      rows ??= [];
      rows.push(...piece.rows);
    }
  }
  close();
  return sheets;
}
