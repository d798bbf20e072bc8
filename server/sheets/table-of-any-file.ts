import { PRICE_LIST_PROBLEMS } from '../../contract/price-list-problems.ts';
import { limitTo } from '../files/limit-to.ts';
import type { SheetRow } from './read/cell.ts';
import { ReadError } from './read/error.ts';
import { readPriceFile } from './read/reader.ts';
import { type TableBounds, type TableReader, type TableSheet, UnreadableTable } from './read-table.ts';

/** Each reading takes a process. */
const AT_A_TIME = limitTo(1);
const SHEETS_MAX = 20;
/** Longest reading of one file, milliseconds. */
const READING_MS = 20_000;

/** Reads tables in the child process that reads price lists: what it is bounded by, these are bounded by. */
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

async function sheetsOf(
  file: string,
  { rows: most, columns }: TableBounds,
  signal: AbortSignal,
): Promise<TableSheet[]> {
  const request = {
    file,
    sheet: null,
    startRow: 1,
    endRow: null,
    columns: Array.from({ length: columns }, (_, at) => at + 1),
    allSheets: true,
  };
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
  return sheets.map(({ rows, ...sheet }) => ({
    ...sheet,
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: new Map([...cells].map(([column, { text }]) => [column, text])),
    })),
  }));
}
