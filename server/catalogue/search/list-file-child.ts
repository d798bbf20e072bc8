// The child process that finds the lines of a buyer's list of articles in an uploaded file.

import type { ListFileAnswer } from '../../../contract/catalogue/parts.ts';
import { LIST_FILE_ROWS_MAX, SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { type Columns, headingsIn, plainLine, quantityIn } from '../../../rules/catalogue/list.ts';
import { LOOK_ROWS, type ReadPiece, type ReadRequest, type SheetRow } from '../../platform/sheet-reader/messages.ts';
import { sendAnswer } from '../../platform/sheet-reader/read-file.ts';
import { guessSheet } from '../sheets/guess-sheet.ts';

const SHEETS_MAX = 20;
/** Headings stand within the first rows. */
const HEADING_ROWS = 30;

interface SheetHead {
  readonly name: string;
  readonly rows: SheetRow[];
  count: number;
}

/** The lines of the first sheet with a column of articles, else of the first with anything. */
class Lines {
  #sheet: SheetHead | null = null;
  #sheets = 0;
  #first: ListFileAnswer | null = null;
  #found: ListFileAnswer | null = null;

  take(piece: ReadPiece): boolean {
    if (piece.kind === 'sheet') {
      this.#close();
      this.#sheets += 1;
      if (this.#found || this.#sheets > SHEETS_MAX) return true;
      this.#sheet = { name: piece.title, rows: [], count: 0 };
    } else if (piece.kind === 'rows') {
      // A text has one sheet, which has no name.
      this.#sheet ??= { name: '', rows: [], count: 0 };
      const { rows } = this.#sheet;
      this.#sheet.count += piece.rows.length;
      rows.push(...piece.rows.slice(0, LOOK_ROWS + SEARCH_LIST_MAX - rows.length));
    }
    return false;
  }

  answer(): ListFileAnswer {
    this.#close();
    return this.#found ?? this.#first ?? { lines: [], rows: 0, hasMore: false, sheet: '' };
  }

  #close(): void {
    const sheet = this.#sheet;
    this.#sheet = null;
    if (!sheet) return;
    const columns = layoutOf(sheet);
    const answer = answerOf(sheet, columns);
    if (answer.lines.length === 0) return;
    if (columns) this.#found ??= answer;
    else this.#first ??= answer;
  }
}

export const work = (request: ReadRequest): Promise<void> => sendAnswer(request, new Lines());

const text = (row: SheetRow, column: number): string =>
  (row.cells.get(column)?.text ?? '').replaceAll(/\s+/gu, ' ').trim().slice(0, SEARCH_QUERY_MAX);

/** Where a list stands on a sheet, columns from 1. */
interface Layout extends Columns {
  readonly startRow: number;
}

/** By headings of lists of wishes, else as a price list is guessed; null where neither finds articles and quantities. */
function layoutOf({ name, rows }: SheetHead): Layout | null {
  for (const row of rows.slice(0, HEADING_ROWS)) {
    const last = Math.max(0, ...row.cells.keys());
    const cells = Array.from({ length: last }, (_, at) => text(row, at + 1));
    const named = row.cells.size > 1 ? headingsIn(cells) : null;
    if (named) return { ...fromOne(named), startRow: row.row + 1 };
  }
  const { columns, startRow } = guessSheet(name, rows.slice(0, LOOK_ROWS));
  const { article, price, manufacturer: maker } = columns;
  const amount = columns.amount ?? (price !== null && areQuantities(rows, price) ? price : null);
  return article === null || amount === null ? null : { article, amount, maker, startRow };
}

/** Without a heading, whole numbers beside articles are prices of a price list but quantities of a list of wishes. */
const areQuantities = (rows: readonly SheetRow[], column: number): boolean =>
  rows.slice(0, LOOK_ROWS).every((row) => /^\d{0,4}$/u.test(text(row, column)));

const fromOne = ({ article, amount, maker }: Columns): Columns => ({
  article: article + 1,
  amount: amount === null ? null : amount + 1,
  maker: maker === null ? null : maker + 1,
});

function answerOf({ name, rows, count }: SheetHead, layout: Layout | null): ListFileAnswer {
  const answered = rows
    .filter(({ row }) => row >= (layout?.startRow ?? 1))
    .map((row) => (layout ? lineOf(row, layout) : wholeLine(row)))
    .filter((line) => line !== '');
  const unread = count - rows.length;
  return {
    lines: answered.slice(0, SEARCH_LIST_MAX),
    rows: answered.length + unread,
    hasMore: count > LIST_FILE_ROWS_MAX,
    sheet: name,
  };
}

/** A row by its columns; '' without an article. */
function lineOf(row: SheetRow, { article: at, amount: amountAt, maker: makerAt }: Layout): string {
  const article = text(row, at);
  if (!/[\p{L}\p{N}]/u.test(article)) return '';
  const maker = makerAt === null ? '' : text(row, makerAt);
  const written = amountAt === null ? '' : text(row, amountAt);
  const quantity = written === '' ? { amount: 1, problem: null } : quantityIn(written);
  if (quantity?.problem === null) return plainLine({ article, amount: quantity.amount, maker });
  // A wrong quantity is reported when the line is read; words in its place would be read as something else.
  return `${article}\t${quantity ? written : 'шт'}`;
}

const wholeLine = (row: SheetRow): string =>
  [...row.cells.keys()]
    .sort((one, other) => one - other)
    .map((column) => text(row, column))
    .filter((cell) => cell !== '')
    .join('\t');
