// The child process that reads a file and returns the column headings of each sheet.
import { guessSheet } from '../../catalogue/sheets/guess-sheet.ts';
import type { ReadPiece, ReadRequest, SheetRow } from '../../platform/sheet-reader/messages.ts';
import { sendAnswer } from '../../platform/sheet-reader/read-file.ts';
import { headersOf } from '../settings/presets.ts';
import type { SheetHeadings } from './guess-file.ts';

class Headings {
  readonly #sheets: { title: string; rows: SheetRow[] }[] = [];

  take(piece: ReadPiece): boolean {
    if (piece.kind === 'sheet') this.#sheets.push({ title: piece.title, rows: [] });
    else if (piece.kind === 'rows') this.#sheets.at(-1)?.rows.push(...piece.rows);
    return false;
  }

  answer(): SheetHeadings[] {
    return this.#sheets.map(({ title, rows }) => {
      const headers = headersOf(guessSheet('', rows));
      const columns = rows.map(({ cells }) => Math.max(0, ...cells.keys()));
      return { title, headers, width: Math.max(1, headers.length, ...columns) };
    });
  }
}

export const work = (request: ReadRequest): Promise<void> => sendAnswer(request, new Headings());
