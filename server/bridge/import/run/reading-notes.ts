import type { RowReport, TextEncoding } from '../../../../contract/bridge.ts';
import type { ReadPiece } from '../../../sheets/read/wire.ts';
import { noRowsRemark, remarkOfReading } from '../rules/reading-remarks.ts';

/** Titles of further sheets that are named. */
const NAMED_SHEETS_MAX = 10;

/** What the person is told of the file itself, gathered while it is read. */
export class ReadingNotes {
  /** How the file was read, when it is a text. */
  encoding: TextEncoding | undefined;
  #title = '';
  #others: readonly string[] = [];
  #rows = 0;

  /** The remarks that a piece of the file brings. */
  take(piece: ReadPiece): readonly RowReport[] {
    if (piece.kind === 'remark') return [remarkOfReading(piece.remark)];
    if (piece.kind === 'encoding') this.encoding = piece.encoding;
    else if (piece.kind === 'rows') this.#rows += piece.rows.length;
    else if (piece.kind === 'sheet') {
      this.#title = piece.title;
      this.#others = piece.all.filter((title) => title !== piece.title).slice(0, NAMED_SHEETS_MAX);
    }
    return [];
  }

  /** The remarks that are due when the file has ended. */
  atEnd(startRow: number): readonly RowReport[] {
    return this.#rows === 0 ? [noRowsRemark(startRow, this.#title, this.#others)] : [];
  }
}
