// Writes .xlsx files of an import for staff: its changes, and the rows that could not be applied with what was wrong
// in each.
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { labelWithUnit, POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { RunChange } from '../../../contract/catalogue/run-changes.ts';
import { columnLetters } from '../../../rules/format/sheet-columns.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import * as messages from '../../platform/sheet-reader/messages.ts';
import { readPriceFile } from '../../platform/sheet-reader/reader.ts';
import { type Column, pagedXlsxStream, type Sheet, type SheetRow } from '../../platform/sheets/write-xlsx.ts';
import { countFailedRows, type FailedRow, failedRowsOf } from '../apply/row-errors.ts';
import { headingsOfFile, type SheetHeadings } from '../guess/guess-file.ts';
import { countChanges, listChanges } from './listed-runs.ts';

const PAGE = 2_000;

const COMPARED = ['price', 'amount'] as const;

const text = (header: string, width: number): Column => ({ header, width, kind: 'text' });

const COLUMNS: readonly Column[] = [
  text('Артикул', 24),
  text('Наименование', 60),
  text('Что изменилось', 40),
  ...COMPARED.flatMap((name): Column[] => {
    const label = labelWithUnit(name);
    const kind = name === 'price' ? 'money' : 'amount';
    return [
      { header: `${label}: было`, width: 16, kind },
      { header: `${label}: стало`, width: 16, kind },
    ];
  }),
];

export async function changesBook(database: Database<CatalogueSchema>, runId: number): Promise<Readable> {
  const rowCount = await countChanges(database, { runId, key: '' });
  return pagedXlsxStream({ name: 'Изменения', columns: COLUMNS, rowCount, rows: pages(database, runId) });
}

async function* pages(database: Database<CatalogueSchema>, runId: number): AsyncGenerator<SheetRow[]> {
  let after = 0;
  for (;;) {
    const changes = await listChanges(database, { runId, after, key: '', limit: PAGE });
    if (changes.length > 0) yield changes.map(bookRow);
    if (changes.length < PAGE) return;
    after = changes.at(-1)?.positionId ?? 0;
  }
}

function bookRow({ article, title, before, after }: RunChange): SheetRow {
  const labels = Object.keys(after)
    .map((name) => (name in POSITION_COLUMNS ? POSITION_COLUMNS[name as keyof typeof POSITION_COLUMNS].label : ''))
    .filter((label) => label !== '');
  const what = before === null ? 'Новая позиция' : [...new Set(labels)].join(', ');
  const states = COMPARED.flatMap((name) => [before?.[name] ?? '', after[name] ?? '']);
  return [article, title, what, ...states];
}

/** A run whose rows with errors are wanted, and where its file lies. */
interface ErrorsQuery {
  readonly runId: number;
  readonly file: string;
  readonly sheet: string | null;
  /** Where several sheets were read, their titles. */
  readonly sheets: readonly string[];
  /** Which columns of each sheet say prices, stock and sizes, from 1. */
  readonly numbers: readonly ReadonlySet<number>[];
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
export async function errorsBook(read: Kysely<CatalogueSchema>, wish: ErrorsQuery): Promise<Readable> {
  const counts = await countFailedRows(read, wish.runId);
  const tops = await headingsOfFile(requestOf(wish, messages.LOOK_ROWS));
  const rest = new SheetsOfFile(requestOf(wish, null));
  const sheets = [...counts].map(([at, rowCount]): Sheet => {
    const { title, ...headings } = tops[at] ?? NO_HEADINGS;
    const columns = columnsOf(headings);
    const ofNumbers = wish.numbers[at] ?? new Set<number>();
    const rows = withCells(failedRowsOf(read, wish.runId, at), rest.rowsOf(at), columns.length, ofNumbers);
    const name = wish.sheets.length > 0 ? title.replace(NOT_IN_TITLE, ' ').slice(0, TITLE_MAX) : 'Ошибки';
    return { name, columns: [...columns, { header: HEADING, width: 60, kind: 'text' }], rowCount, rows };
  });
  const nothing = { name: 'Ошибки', columns: columnsOf(tops[0] ?? NO_HEADINGS), rowCount: 0, rows: noRows() };
  const book = pagedXlsxStream(sheets.length > 0 ? sheets : nothing);
  // Also where the reader has gone.
  book.once('close', () => void rest.close());
  return book;
}

async function* noRows(): AsyncGenerator<SheetRow[]> {}

function requestOf({ file, sheet, sheets }: ErrorsQuery, endRow: number | null): messages.ReadRequest {
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

/** A number as the sheet shows it: no zeros in front, no currency and nothing else that a format adds. */
const PLAIN_NUMBER = /^-?(?!0\d)[\d\s.,'’]+$/u;
/** A text that says one number, whatever the other numbers of its column are. */
const NUMBER_TEXT = /^(?:0|[1-9]\d{0,11})(?:[.,]\d{1,2})?$/u;

/** What stands in a cell of the file, numbers as numbers; those of a text file only where a number is looked for. */
export function bookValue(cell: messages.Cell | undefined, isOfNumbers: boolean): string | number {
  if (cell === undefined) return '';
  const { kind, text: shown, number } = cell;
  const isExact = number !== undefined && Math.abs(number) < 1e15;
  if (kind === 'number' && isExact && PLAIN_NUMBER.test(shown)) return number;
  return kind === 'text' && isOfNumbers && NUMBER_TEXT.test(shown) ? Number(shown.replace(',', '.')) : shown;
}

/** The failed rows with their cells, in their order; one that is not found again comes as its error alone. */
async function* withCells(
  errors: AsyncGenerator<FailedRow>,
  rows: AsyncGenerator<readonly messages.SheetRow[]>,
  width: number,
  ofNumbers: ReadonlySet<number>,
): AsyncGenerator<SheetRow[]> {
  const blank = Array.from({ length: width }, () => '');
  const lost = ({ row, text }: FailedRow): SheetRow => [...blank, `Строка ${row}: ${text}`];
  let next = await errors.next();
  for await (const batch of rows) {
    if (next.done) return;
    const page: SheetRow[] = [];
    for (const { row, cells } of batch) {
      for (; !next.done && next.value.row < row; next = await errors.next()) page.push(lost(next.value));
      if (next.done || next.value.row !== row) continue;
      page.push([...blank.map((_, at) => bookValue(cells.get(at + 1), ofNumbers.has(at + 1))), next.value.text]);
      next = await errors.next();
    }
    if (page.length > 0) yield page;
  }
  for (; !next.done; next = await errors.next()) yield [lost(next.value)];
}

/** The rows of a file sheet by sheet, read once: asking for a sheet skips those before it. */
class SheetsOfFile {
  readonly #pieces: AsyncGenerator<messages.ReadPiece>;
  /** The sheet of the last piece. */
  #at = -1;
  readonly #isOne: boolean;

  constructor(request: messages.ReadRequest) {
    this.#pieces = readPriceFile(request);
    this.#isOne = request.sheets === undefined;
  }

  /** Ends the reading, wherever it is. */
  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }

  async *rowsOf(sheet: number): AsyncGenerator<readonly messages.SheetRow[]> {
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
