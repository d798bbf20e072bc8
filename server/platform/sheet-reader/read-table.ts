/** Reads a small table from an uploaded file, whole. */
import { PRICE_LIST_PROBLEMS, type PriceListProblem } from '../../../contract/errors.ts';
import { limitTo } from '../limit-to.ts';
import { ReadError, type SheetRow } from './messages.ts';
import { readPriceFile } from './reader.ts';

/** Each reading takes a process. */
const AT_A_TIME = limitTo(1);
const SHEETS_MAX = 20;
const READING_MS = 20_000;

/** Reads tables in the child process that reads price lists, under the same caps. */
export const readTable: TableReader = (file, bounds) =>
  AT_A_TIME(async () => {
    const signal = AbortSignal.timeout(READING_MS);
    try {
      return await sheetsOf(file, bounds, signal);
    } catch (error) {
      if (signal.aborted) throw new UnreadableTable(PRICE_LIST_PROBLEMS.TOO_MUCH_TIME);
      throw error instanceof ReadError ? new UnreadableTable(PRICE_LIST_PROBLEMS[error.code]) : error;
    }
  });

async function sheetsOf(file: string, { rows: most, columns: width }: TableBounds, signal: AbortSignal) {
  const columns = Array.from({ length: width }, (_, at) => at + 1);
  const request = { file, sheet: null, startRow: 1, endRow: null, columns, allSheets: true };
  const sheets: { name: string; rows: SheetRow[]; hasMore: boolean }[] = [];
  for await (const piece of readPriceFile(request, signal)) {
    if (piece.kind === 'sheet') {
      if (sheets.length === SHEETS_MAX) break;
      sheets.push({ name: piece.title, rows: [], hasMore: false });
    } else if (piece.kind === 'rows') {
      const sheet = sheets.at(-1) ?? { name: '', rows: [], hasMore: false };
      if (sheets.length === 0) sheets.push(sheet);
      const room = most - sheet.rows.length;
      sheet.rows.push(...piece.rows.slice(0, room));
      if (piece.rows.length > room) sheet.hasMore = true;
      if (sheets.length === SHEETS_MAX && sheet.hasMore) break;
    }
  }
  const texts = (cells: SheetRow['cells']) => new Map([...cells].map(([column, { text }]) => [column, text]));
  return sheets.map(({ rows, ...sheet }): TableSheet => {
    return { ...sheet, rows: rows.map(({ row, cells }) => ({ row, cells: texts(cells) })) };
  });
}

/** A row with any content: its number in the sheet, its texts by column number from 1. */
export interface TableRow {
  readonly row: number;
  readonly cells: ReadonlyMap<number, string>;
}

/** A visible sheet as far as it was read. */
export interface TableSheet {
  /** Empty for a text, which has one sheet without a name. */
  readonly name: string;
  readonly rows: readonly TableRow[];
  /** The sheet has more rows than were requested. */
  readonly hasMore: boolean;
}

interface TableBounds {
  readonly rows: number;
  readonly columns: number;
}

export class UnreadableTable extends Error {
  declare readonly message: PriceListProblem;

  constructor(problem: PriceListProblem) {
    super(problem);
    this.name = 'UnreadableTable';
  }
}

/** Reads the visible sheets of a file of any kind that a sheet program writes. Throws UnreadableTable. */
export type TableReader = (file: string, bounds: TableBounds) => Promise<TableSheet[]>;
