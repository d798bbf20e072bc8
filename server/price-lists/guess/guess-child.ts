/** Guesses how the visible sheets of a file are laid out, in the child that reads it. */
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { guessSheet } from '../../catalogue/sheets/guess-sheet.ts';
import type { ReadPiece, ReadRequest, SheetRow } from '../../platform/sheet-reader/messages.ts';
import { sendAnswer } from '../../platform/sheet-reader/read-file.ts';

/** Sheets that are looked at; a book of more is no price list. */
const SHEETS_MAX = 40;

class Guesses {
  readonly #sheets: SheetGuess[] = [];
  #name = '';
  #rows: SheetRow[] | null = null;
  #extent: number | null = null;
  #hidden = new Set<number>();

  take(piece: ReadPiece): boolean {
    if (piece.kind === 'sheet') {
      this.#close();
      if (this.#sheets.length === SHEETS_MAX) return true;
      this.#name = piece.title;
      this.#rows = [];
      this.#extent = null;
      this.#hidden = new Set();
    } else if (piece.kind === 'hidden') this.#hidden = new Set(piece.columns);
    else if (piece.kind === 'extent') this.#extent = piece.rows;
    else if (piece.kind === 'rows') {
      // A text file has one sheet, which has no name.
      this.#rows ??= [];
      this.#rows.push(...piece.rows);
    }
    return false;
  }

  answer(): SheetGuess[] {
    this.#close();
    return this.#sheets;
  }

  #close(): void {
    if (this.#rows)
      this.#sheets.push(guessSheet(this.#name, this.#rows, { extent: this.#extent, hidden: this.#hidden }));
    this.#rows = null;
  }
}

export const work = (request: ReadRequest): Promise<void> => sendAnswer(request, new Guesses());
