import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { columnLetters } from '../../../../rules/sheet-columns.ts';
import type { Column } from '../../../sheets/columns.ts';
import type { SheetRow } from '../../../sheets/read/cell.ts';
import { LOOK_ROWS } from '../../../sheets/read/limits.ts';
import { readPriceFile } from '../../../sheets/read/reader.ts';
import type { ReadPiece, ReadRequest } from '../../../sheets/read/wire.ts';
import { pagedXlsxStream } from '../../../sheets/stream.ts';
import type { Sheet, SheetRow as WrittenRow } from '../../../sheets/xlsx.ts';
import type { BridgeSchema } from '../../schema.ts';
import { headingsOfFile, type SheetHeadings } from '../guess/headings-of-file.ts';
import { countFailedRows, type FailedRow, failedRowsOf } from './row-errors-of.ts';

/** A run whose rows with errors are wanted, and where its file lies. */
export interface ErrorsWish {
  readonly runId: number;
  readonly file: string;
  readonly sheet: string | null;
  /** Where several sheets were read, their titles. */
  readonly sheets: readonly string[];
}

const WIDTH = 18;
const HEADING = 'Ошибка';
/** What Excel takes as the title of a sheet. */
const TITLE_MAX = 31;
const NO_HEADINGS: SheetHeadings = { title: '', headers: [], width: 1 };
const NOT_IN_TITLE = /[[\]:*?/\\]/gu;

/**
 * The rows of a run that could not be applied, as they stood in the file and under its header, with what was wrong in a
 * last column; of several sheets each with errors as a sheet of its own. Put right and uploaded again with the same
 * columns, only they change. Throws a ReadError before anything is written when the file cannot be read.
 */
export async function errorsBook(read: Kysely<BridgeSchema>, wish: ErrorsWish): Promise<Readable> {
  const counts = await countFailedRows(read, wish.runId);
  const tops = await headingsOfFile(requestOf(wish, LOOK_ROWS));
  const rest = new SheetsOfFile(requestOf(wish, null));
  const sheets = [...counts].map(([at, rowCount]): Sheet => {
    const { title, ...headings } = tops[at] ?? NO_HEADINGS;
    const columns = columnsOf(headings);
    const rows = withTexts(failedRowsOf(read, wish.runId, at), rest.rowsOf(at), columns.length);
    const name = wish.sheets.length > 0 ? title.replace(NOT_IN_TITLE, ' ').slice(0, TITLE_MAX) : 'Ошибки';
    return { name, columns: [...columns, { header: HEADING, width: 60, kind: 'text' }], rowCount, rows };
  });
  const nothing = { name: 'Ошибки', columns: columnsOf(tops[0] ?? NO_HEADINGS), rowCount: 0, rows: noRows() };
  const book = pagedXlsxStream(sheets.length > 0 ? sheets : nothing);
  // Also where nobody waits for it any more.
  book.once('close', () => void rest.close());
  return book;
}

async function* noRows(): AsyncGenerator<WrittenRow[]> {}

function requestOf({ file, sheet, sheets }: ErrorsWish, endRow: number | null): ReadRequest {
  const whole = { startRow: 1, endRow, columns: null };
  const wishes = sheets.map((title) => ({ ...whole, sheet: title }));
  return { file, sheet, ...whole, ...(wishes.length > 0 && { sheets: wishes }) };
}

function columnsOf({ headers, width }: Omit<SheetHeadings, 'title'>): Column[] {
  return Array.from({ length: width }, (_, at) => ({
    header: headers[at] || `Столбец ${columnLetters(at + 1)}`,
    width: WIDTH,
    kind: 'text',
  }));
}

/** The failed rows with their texts, in their order; one that is not found again comes as its error alone. */
async function* withTexts(
  errors: AsyncGenerator<FailedRow>,
  rows: AsyncGenerator<readonly SheetRow[]>,
  width: number,
): AsyncGenerator<WrittenRow[]> {
  const blank = Array.from({ length: width }, () => '');
  const lost = ({ row, text }: FailedRow): WrittenRow => [...blank, `Строка ${row}: ${text}`];
  let next = await errors.next();
  for await (const batch of rows) {
    if (next.done) return;
    const page: WrittenRow[] = [];
    for (const { row, cells } of batch) {
      for (; !next.done && next.value.row < row; next = await errors.next()) page.push(lost(next.value));
      if (next.done || next.value.row !== row) continue;
      page.push([...blank.map((_, at) => cells.get(at + 1)?.text ?? ''), next.value.text]);
      next = await errors.next();
    }
    if (page.length > 0) yield page;
  }
  for (; !next.done; next = await errors.next()) yield [lost(next.value)];
}

/** The rows of a file sheet by sheet, read once: whoever asks for a sheet passes over those before it. */
class SheetsOfFile {
  readonly #pieces: AsyncGenerator<ReadPiece>;
  /** The sheet of the last piece. */
  #at = -1;
  readonly #isOne: boolean;

  constructor(request: ReadRequest) {
    this.#pieces = readPriceFile(request);
    this.#isOne = request.sheets === undefined;
  }

  /** Ends the reading, wherever it is. */
  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }

  async *rowsOf(sheet: number): AsyncGenerator<readonly SheetRow[]> {
    for (;;) {
      const { value: piece, done } = await this.#pieces.next();
      if (done) return;
      if (piece.kind === 'sheet') {
        this.#at = this.#isOne ? 0 : this.#at + 1;
        if (this.#at > sheet) return;
      } else if (piece.kind === 'rows' && this.#at === sheet) yield piece.rows;
    }
  }
}
