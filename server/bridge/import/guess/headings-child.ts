/** Tells what the columns of each sheet are called, in the child that reads the file. */
import type { SheetRow } from '../../../sheets/read/cell.ts';
import { tellAnswer } from '../../../sheets/read/tell-answer.ts';
import type { ReadPiece, ReadRequest } from '../../../sheets/read/wire.ts';
import { guessSheet } from './guess-sheet.ts';
import { headersOf } from './headers.ts';
import type { SheetHeadings } from './headings-of-file.ts';

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

export const work = (request: ReadRequest): Promise<void> => tellAnswer(request, new Headings());
