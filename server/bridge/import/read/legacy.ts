import { readFile, stat } from 'node:fs/promises';
import { type CellObject, read, set_cptable, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { sheetNumber } from '../decimal.ts';
import { type Cell, EMPTY_CELL, textCell } from './cell.ts';
import { guessEncoding } from './encoding.ts';
import { ReadError } from './error.ts';
import { BATCH_ROWS, CELL_BYTES_MAX, COLUMNS_MAX, LEGACY_BYTES_MAX, MARKUP_BYTES_MAX } from './limits.ts';
import { type NumberFormat, parseFormat, showDate, showNumber } from './number-format.ts';
import type { Selection } from './selection.ts';
import { pickSheet } from './sheets.ts';
import type { ReadSink } from './sink.ts';
import type { FileKind } from './sniff.ts';

// Without its code pages the module build turns windows-1251 of old books into mojibake.
set_cptable(codePages);

const RUSSIAN_CODE_PAGE = 1251;
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** Reads an old .xls, an XML 2003 book or a table of a web page whole and hands its rows to the sink. */
export async function readLegacy(
  file: string,
  kind: Exclude<FileKind, 'xlsx' | 'csv'>,
  sheetTitle: string | null,
  selection: Selection,
  sink: ReadSink,
): Promise<void> {
  const { size } = await stat(file);
  if (size > (kind === 'xls' ? LEGACY_BYTES_MAX : MARKUP_BYTES_MAX)) throw new ReadError('TOO_BIG');
  const book = kind === 'xls' ? parseBook(await readFile(file)) : await parseMarkup(file, kind);
  const titles = book.SheetNames;
  const hidden = book.Workbook?.Sheets ?? [];
  const listed = titles.map((title, at) => ({ title, visible: !hidden[at]?.Hidden }));
  const { title } = pickSheet(listed, sheetTitle);
  const sheet = book.Sheets[title];
  if (!sheet) throw new ReadError('BROKEN');
  sink.sheet(title, titles);
  const since1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const rows = (sheet['!data'] ?? []) as (CellObject[] | undefined)[];
  const formats = new Map<string, NumberFormat>();
  for (let index = 0; index < rows.length && !selection.done; index += 1) {
    const cells = new Map<number, Cell>();
    const source = rows[index] ?? [];
    for (let column = 1; column <= source.length && column <= COLUMNS_MAX; column += 1) {
      const raw = source[column - 1];
      if (!raw || !selection.wants(index + 1, column)) continue;
      const cell = cellOf(raw, since1904, formats);
      if (cell.kind !== 'empty') cells.set(column, cell);
    }
    selection.take(index + 1, cells);
    if (selection.pending >= BATCH_ROWS) {
      sink.progress(index / rows.length);
      sink.rows(selection.drain());
    }
  }
  sink.rows(selection.drain());
}

const OPTIONS = {
  // Otherwise the library swallows what it cannot read and loses whole sheets.
  WTF: true,
  dense: true,
  cellNF: true,
  cellText: false,
  cellFormula: false,
  cellHTML: false,
} as const;

function parseBook(bytes: Buffer): WorkBook {
  try {
    return read(bytes, { ...OPTIONS, type: 'buffer', codepage: RUSSIAN_CODE_PAGE });
  } catch (error) {
    throw bookError(error);
  }
}

async function parseMarkup(file: string, kind: 'html' | 'xml'): Promise<WorkBook> {
  const bytes = await readFile(file);
  const declared = /(?:charset|encoding)\s*=\s*["']?([\w-]{3,20})/iu.exec(
    bytes.toString('latin1', 0, 4096),
  )?.[1];
  const text = decode(bytes, declared) ?? new TextDecoder(await guessEncoding(file)).decode(bytes);
  if (/<!ENTITY/iu.test(text)) throw new ReadError('DTD');
  if (kind === 'html' && !/<table/iu.test(text)) throw new ReadError('NOT_EXCEL');
  try {
    // Numbers of a web page stay text: the library would read 44360,27 as 4436027 and 12-3 as a date.
    if (kind === 'html') return read(closeCells(text), { ...OPTIONS, type: 'string', raw: true });
    return read(text, { ...OPTIONS, type: 'string' });
  } catch (error) {
    throw bookError(error);
  }
}

/** Ends every cell, as a page need not; the library would join open ones. A second end is no harm. */
function closeCells(page: string): string {
  const closed = page.replace(/<(?=(?:td|th|tr|\/tr|\/table)\b)/giu, '</td><');
  return closed.replace(/(<tr\b[^<>]*>\s*)<\/td>/giu, '$1');
}

function decode(bytes: Buffer, encoding: string | undefined): string | null {
  if (!encoding) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function bookError(error: unknown): Error {
  if (error instanceof ReadError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/password|encrypt/iu.test(message)) return new ReadError('PASSWORD');
  if (/cannot find (workbook|file)|unsupported file|not a (spreadsheet|excel)|unrecognized/iu.test(message)) {
    return new ReadError('NOT_EXCEL');
  }
  return new ReadError('BROKEN');
}

function cellOf(raw: CellObject, since1904: boolean, formats: Map<string, NumberFormat>): Cell {
  if (raw.t === 's') {
    const text = String(raw.v ?? '');
    if (text.length > CELL_BYTES_MAX) throw new ReadError('CELL_TOO_BIG');
    return textCell(text);
  }
  if (raw.t === 'b') return { kind: 'boolean', text: raw.v ? 'ИСТИНА' : 'ЛОЖЬ', number: raw.v ? 1 : 0 };
  if (raw.t === 'e') return { kind: 'error', text: ERRORS[Number(raw.v)] ?? '#N/A' };
  if (raw.t === 'd') return { kind: 'date', text: String(raw.w ?? raw.v ?? '') };
  if (raw.t !== 'n' || typeof raw.v !== 'number') return EMPTY_CELL;
  const number = sheetNumber(raw.v);
  const code = String(raw.z ?? 'General');
  let format = formats.get(code);
  if (!format) {
    format = parseFormat(code);
    formats.set(code, format);
  }
  if (format.kind === 'date') return { kind: 'date', text: showDate(number, since1904), number };
  return { kind: 'number', text: showNumber(number, format), number };
}
