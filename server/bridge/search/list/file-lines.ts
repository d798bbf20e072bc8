import { LIST_FILE_ROWS_MAX, SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../../../../contract/limits.ts';
import type { ListFileAnswer } from '../../../../contract/list-search.ts';
import { type Columns, headingsIn } from '../../../../rules/list-lines/headings.ts';
import { plainLine } from '../../../../rules/list-lines/line.ts';
import { quantityIn } from '../../../../rules/list-lines/quantity.ts';
import type { SheetRow } from '../../../sheets/read/cell.ts';
import { ReadError } from '../../../sheets/read/error.ts';
import { LOOK_ROWS } from '../../../sheets/read/limits.ts';
import { readPriceFile } from '../../../sheets/read/reader.ts';
import { guessSheet } from '../../import/guess/guess-sheet.ts';

/** Columns that are looked at, and sheets. */
const COLUMNS_MAX = 60;
const SHEETS_MAX = 20;
/** Longest reading of a file that anyone may send, milliseconds. */
const READING_MS = 10_000;
/** Headings stand within the first rows. */
const HEADING_ROWS = 30;

/** A sheet as far as it is kept: enough to see how it is laid out, and more rows than a list has lines. */
interface SheetHead {
  readonly name: string;
  readonly rows: SheetRow[];
  count: number;
}

const text = (row: SheetRow, column: number): string =>
  (row.cells.get(column)?.text ?? '').replaceAll(/\s+/gu, ' ').trim().slice(0, SEARCH_QUERY_MAX);

/**
 * The lines of a list out of a file of any kind that an import reads: of the first sheet with a column of articles, else of
 * the first with anything. Throws a ReadError.
 */
export async function linesOfFile(file: string): Promise<ListFileAnswer> {
  const signal = AbortSignal.timeout(READING_MS);
  let first: ListFileAnswer | null = null;
  try {
    for await (const sheet of sheetsOf(file, signal)) {
      const columns = layoutOf(sheet);
      const answer = answerOf(sheet, columns);
      if (columns && answer.lines.length > 0) return answer;
      if (answer.lines.length > 0) first ??= answer;
    }
  } catch (error) {
    throw signal.aborted ? new ReadError('TOO_MUCH_TIME') : error;
  }
  return first ?? { lines: [], rows: 0, hasMore: false, sheet: '' };
}

/** The visible sheets one after another, each as soon as it is read. */
async function* sheetsOf(file: string, signal: AbortSignal): AsyncGenerator<SheetHead> {
  const columns = Array.from({ length: COLUMNS_MAX }, (_, at) => at + 1);
  const request = {
    file,
    sheet: null,
    startRow: 1,
    endRow: LIST_FILE_ROWS_MAX + 1,
    columns,
    allSheets: true,
  };
  let sheet: SheetHead | null = null;
  let sheets = 0;
  for await (const piece of readPriceFile(request, signal)) {
    if (piece.kind === 'sheet') {
      if (sheet) yield sheet;
      sheets += 1;
      if (sheets > SHEETS_MAX) return;
      sheet = { name: piece.title, rows: [], count: 0 };
    } else if (piece.kind === 'rows') {
      // A text has one sheet, which has no name.
      sheet ??= { name: '', rows: [], count: 0 };
      sheet.count += piece.rows.length;
      sheet.rows.push(...piece.rows.slice(0, LOOK_ROWS + SEARCH_LIST_MAX - sheet.rows.length));
    }
  }
  if (sheet) yield sheet;
}

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
  const { article, amount, manufacturer: maker } = columns;
  return article === null || amount === null ? null : { article, amount, maker, startRow };
}

const fromOne = ({ article, amount, maker }: Columns): Columns => ({
  article: article + 1,
  amount: amount === null ? null : amount + 1,
  maker: maker === null ? null : maker + 1,
});

function answerOf({ name, rows, count }: SheetHead, layout: Layout | null): ListFileAnswer {
  const told = rows
    .filter(({ row }) => row >= (layout?.startRow ?? 1))
    .map((row) => (layout ? lineOf(row, layout) : wholeLine(row)))
    .filter((line) => line !== '');
  const unread = count - rows.length;
  return {
    lines: told.slice(0, SEARCH_LIST_MAX),
    rows: told.length + unread,
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
  // What is no quantity is told when the line is read; words in its place would be taken for something else.
  return `${article}\t${quantity ? written : 'шт'}`;
}

/** A row with all it has, for the rule of lines. */
const wholeLine = (row: SheetRow): string =>
  [...row.cells.keys()]
    .sort((one, other) => one - other)
    .map((column) => text(row, column))
    .filter((cell) => cell !== '')
    .join('\t');
