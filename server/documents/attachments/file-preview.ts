import type { ShownFile } from '../../../contract/documents/public.ts';
import { TABLE_TYPES, TEXT_TYPES } from '../../../contract/documents/words.ts';
import {
  SHOWN_CELL,
  SHOWN_COLUMNS,
  SHOWN_ROWS,
  SHOWN_SECONDS,
  SHOWN_SHEETS,
  SHOWN_TEXT,
} from '../../../contract/limits.ts';
import type { LocalFile } from '../../platform/files/file-store.ts';
import { badRequest, HttpError, notFound } from '../../platform/http/request.ts';
import type { SheetRow } from '../../platform/sheet-reader/cell.ts';
import { ReadError } from '../../platform/sheet-reader/read-error.ts';
import { readPriceFile, readTextFile } from '../../platform/sheet-reader/reader.ts';

const COLUMNS = Array.from({ length: SHOWN_COLUMNS + 1 }, (_, at) => at + 1);
const CSV = 'text/csv';
/** Stands for the first visible sheet. */
const FIRST = '';

/** Whether files of a type are shown as a table or a text. */
export const isShown = (type: string): boolean => TABLE_TYPES.has(type) || TEXT_TYPES.has(type);

interface Shown {
  /** One that `isShown`. */
  readonly type: string;
  readonly sheet: number;
  /** The client has left. */
  readonly gone: AbortSignal;
}

/**
 * What a stored sheet or text looks like, or its beginning, read in a child process. Throws 404 where there is no file,
 * 400 `no such sheet`, and where it cannot be read 400 `file is broken`, `file is protected` or `file is too large to show`.
 */
export async function showFile(
  borrow: () => Promise<LocalFile | null>,
  { type, sheet, gone }: Shown,
): Promise<ShownFile> {
  const file = await borrow();
  if (!file) throw notFound('file not found');
  const signal = AbortSignal.any([gone, AbortSignal.timeout(SHOWN_SECONDS * 1000)]);
  try {
    if (TEXT_TYPES.has(type)) return { kind: 'text', ...(await readTextFile(file.path, SHOWN_TEXT, signal)) };
    return await readTable(file.path, type, sheet, signal);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await file.release();
  }
}

async function readTable(path: string, type: string, place: number, signal: AbortSignal): Promise<ShownFile> {
  const isText = type === CSV;
  if (place === 0) return readSheet(path, isText ? null : FIRST, place, signal);
  const title = isText ? undefined : (await titlesOf(path, signal))[place];
  if (title === undefined) throw badRequest('no such sheet');
  return readSheet(path, title, place, signal);
}

/** Reads one sheet; a text, for which `title` is null, has one without a title. */
async function readSheet(path: string, title: string | null, place: number, signal: AbortSignal): Promise<ShownFile> {
  const wish = { startRow: 1, endRow: SHOWN_ROWS + 1, columns: COLUMNS };
  const which = title === null ? { allSheets: true } : { sheets: [{ sheet: title, ...wish }] };
  let sheets: string[] = [];
  const read: SheetRow[] = [];
  for await (const piece of readPriceFile({ file: path, sheet: null, ...wish, ...which }, signal)) {
    if (piece.kind === 'sheet') sheets = piece.all.slice(0, SHOWN_SHEETS);
    else if (piece.kind === 'rows') read.push(...piece.rows);
  }
  return { kind: 'table', sheets, sheet: place, ...tableOf(read) };
}

/** The titles of a book's visible sheets. */
async function titlesOf(path: string, signal: AbortSignal): Promise<string[]> {
  const nothing = { startRow: 1, endRow: 0, columns: [] };
  const request = { file: path, sheet: null, ...nothing, sheets: [{ sheet: FIRST, ...nothing }] };
  for await (const piece of readPriceFile(request, signal))
    if (piece.kind === 'sheet') return piece.all.slice(0, SHOWN_SHEETS);
  throw new ReadError('NO_SHEETS');
}

function tableOf(read: readonly SheetRow[]): { rows: string[][]; isCut: boolean } {
  let isCut = false;
  let width = 0;
  for (const { row, cells } of read) {
    const last = Math.max(0, ...cells.keys());
    if (row > SHOWN_ROWS || last > SHOWN_COLUMNS) isCut = true;
    if (row <= SHOWN_ROWS) width = Math.max(width, Math.min(last, SHOWN_COLUMNS));
  }
  const shown = read.filter(({ row }) => row <= SHOWN_ROWS);
  const rows = Array.from({ length: shown.at(-1)?.row ?? 0 }, () => Array<string>(width).fill(''));
  for (const { row, cells } of shown) {
    for (const [column, { text }] of cells) {
      if (column > width) continue;
      if (text.length > SHOWN_CELL) isCut = true;
      (rows[row - 1] as string[])[column - 1] = text.slice(0, SHOWN_CELL).toWellFormed();
    }
  }
  return { rows, isCut };
}

const TOO_LARGE: ReadonlySet<string> = new Set([
  'TOO_BIG',
  'TOO_MANY_PARTS',
  'TOO_MANY_ROWS',
  'TOO_MANY_STRINGS',
  'CELL_TOO_BIG',
  'TOO_MUCH_MEMORY',
  'TOO_MUCH_TIME',
  'CANCELLED',
]);

function refusalOf(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  if (!(error instanceof ReadError)) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound('file not found') : error;
  }
  if (error.code === 'PASSWORD') return badRequest('file is protected');
  if (TOO_LARGE.has(error.code)) return badRequest('file is too large to show');
  return badRequest('file is broken');
}
