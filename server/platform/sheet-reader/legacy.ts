/** Reads old .xls, .ods, XML 2003 and HTML files, which have to be parsed whole, with the library xlsx. */
import { readFile, stat } from 'node:fs/promises';
import { type CellObject, read, set_cptable, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { sheetNumber } from '../sheets/decimal.ts';
import { chooseEncodingOf, isTextEncoding } from './encoding.ts';
import { pagesOfMht, separateTables } from './html-tables.ts';
import { BATCH_ROWS, CAPS, type Cell, ReadError, type ReadRequest, type ReadSink, textCell } from './messages.ts';
import { type NumberFormat, parseFormat, showDate, showNumber } from './number-format.ts';
import { pickSheet, pickSheets, type Selection } from './selection.ts';
import type { FileKind } from './sniff.ts';
import { openContainer } from './zip.ts';

type LegacyKind = Exclude<FileKind, 'xlsx' | 'csv'>;
type SheetRows = readonly (readonly (CellObject | undefined)[] | undefined)[];

/** Filled cells from which a row of a page counts as data. */
const DATA_CELLS = 2;

/**
 * Reads the whole file and passes its rows to the sink. Of several tables of a page the one with the most rows of data
 * is the price list: a letterhead is a table too.
 */
export async function readLegacy(
  { file, sheet: sheetTitle, allSheets = false, hiddenSheets = false, sheets: wishes }: ReadRequest,
  kind: LegacyKind,
  selection: Selection,
  sink: ReadSink,
): Promise<void> {
  const { size } = await stat(file);
  if (size > (kind === 'xls' ? CAPS.legacyBytes : CAPS.markupBytes)) throw new ReadError('TOO_BIG');
  if (kind === 'ods') await refuseSwollen(file);
  const book = bookOf(await readFile(file), kind, sink);
  const titles = book.SheetNames;
  if (wishes) {
    const wanted = pickSheets(listedSheets(book), wishes);
    for (const [at, { sheet, wish }] of wanted.entries()) {
      sink.sheet(sheet.title, titles);
      selection.beginSheet(wish);
      takeRows(book, sheet.title, selection, sink);
      sink.progress((at + 1) / wanted.length);
    }
    return;
  }
  const isPage = kind === 'html' || kind === 'mht';
  const title = isPage && sheetTitle === null ? largestTable(book) : pickTitle(book, sheetTitle);
  if (!book.Sheets[title]) throw new ReadError('BROKEN');
  const visible = visibleTitles(book);
  const hidden = titles.filter((other) => !visible.includes(other));
  const all = hiddenSheets ? [...visible, ...hidden] : visible;
  const further = allSheets ? all.filter((other) => other !== title) : [];
  for (const [at, each] of [title, ...further].entries()) {
    if (at > 0) selection.sameOfNextSheet();
    sink.sheet(each, titles, hidden.includes(each));
    sink.extent(rowsOf(book, each).length);
    takeRows(book, each, selection, sink);
  }
}

function takeRows(book: WorkBook, title: string, selection: Selection, sink: ReadSink): void {
  const rows = rowsOf(book, title);
  const cellOf = legacyCells(book.Workbook?.WBProps?.date1904 ?? false);
  for (let index = 0; index < rows.length && !selection.done; index += 1) {
    const cells = new Map<number, Cell>();
    const source = rows[index] ?? [];
    for (let column = 1; column <= source.length && column <= CAPS.columns; column += 1) {
      const raw = source[column - 1];
      if (!raw || !selection.wants(index + 1, column)) continue;
      const cell = cellOf(raw);
      if (cell.kind !== 'empty') cells.set(column, cell);
    }
    selection.take(index + 1, cells, countSaying(source));
    if (selection.pending >= BATCH_ROWS) {
      sink.progress(index / rows.length);
      sink.rows(selection.drain());
    }
  }
  sink.rows(selection.drain());
}

/** The library unpacks all parts at once, so they are measured first. */
async function refuseSwollen(file: string): Promise<void> {
  const container = await openContainer(file);
  try {
    let left = CAPS.odsBytes;
    for (const name of container.names()) {
      for await (const chunk of container.part(name, left)) left -= chunk.length;
    }
  } finally {
    container.close();
  }
}

function bookOf(bytes: Buffer, kind: LegacyKind, sink: ReadSink): WorkBook {
  if (kind === 'xls') return parseBook(bytes);
  if (kind === 'ods') return parseOpenDocument(bytes);
  if (kind === 'xml') return parseXmlBook(markupText(bytes, undefined, sink));
  if (kind === 'html') return parsePage(markupText(bytes, undefined, sink));
  return parsePage(
    pagesOfMht(bytes)
      .map((page) => markupText(page.bytes, page.charset, sink))
      .join('\n'),
  );
}

const rowsOf = (book: WorkBook, title: string): SheetRows => (book.Sheets[title]?.['!data'] ?? []) as SheetRows;

const visibleTitles = ({ SheetNames, Workbook }: WorkBook): string[] =>
  SheetNames.filter((_title, at) => !Workbook?.Sheets?.[at]?.Hidden);

const pickTitle = (book: WorkBook, wanted: string | null): string => pickSheet(listedSheets(book), wanted).title;

const listedSheets = ({ SheetNames, Workbook }: WorkBook) =>
  SheetNames.map((title, at) => ({ title, visible: !Workbook?.Sheets?.[at]?.Hidden }));

function largestTable(book: WorkBook): string {
  const sizes = book.SheetNames.map((title) => ({
    title,
    rows: rowsOf(book, title).filter((row) => countFilled(row) >= DATA_CELLS).length,
  }));
  return sizes.reduce((most, table) => (table.rows > most.rows ? table : most)).title;
}

const countFilled = (row: SheetRows[number]): number => row?.filter((cell) => cell !== undefined).length ?? 0;

const countSaying = (row: readonly (CellObject | undefined)[]): number =>
  row.filter((cell) => cell && cell.t !== 'z' && (cell.t !== 's' || String(cell.v ?? '').trim() !== '')).length;

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** Converts cells of the library; number formats are parsed once each. */
function legacyCells(since1904: boolean): (raw: CellObject) => Cell {
  const formats = new Map<string, NumberFormat>();
  return (raw) => cellOf(raw, since1904, formats);
}

function cellOf(raw: CellObject, since1904: boolean, formats: Map<string, NumberFormat>): Cell {
  if (raw.t === 's') {
    const text = String(raw.v ?? '');
    if (text.length > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
    return textCell(text);
  }
  if (raw.t === 'b') return { kind: 'boolean', text: raw.v ? 'ИСТИНА' : 'ЛОЖЬ', number: raw.v ? 1 : 0 };
  if (raw.t === 'e') return { kind: 'error', text: ERRORS[Number(raw.v)] ?? '#N/A' };
  if (raw.t === 'd') return { kind: 'date', text: String(raw.w ?? raw.v ?? '') };
  if (raw.t !== 'n' || typeof raw.v !== 'number') return textCell('');
  const number = sheetNumber(raw.v);
  const format = formats.getOrInsertComputed(String(raw.z ?? 'General'), parseFormat);
  if (format.kind === 'date') return { kind: 'date', text: showDate(number, since1904), number };
  return { kind: 'number', text: showNumber(number, format), number };
}

const DECLARATION = 4096;
const DECLARED = /(?:charset|encoding)\s*=\s*["']?([\w-]{3,})/i;

/** The text of a page or an XML book: in the declared encoding, or the likeliest one; the sink receives which. */
function markupText(bytes: Buffer, charset: string | undefined, sink: ReadSink): string {
  const declared = charset ?? DECLARED.exec(bytes.toString('latin1', 0, DECLARATION))?.[1];
  const fitting = declared === undefined ? null : decodedAs(declared, bytes);
  if (fitting) {
    if (isTextEncoding(fitting.encoding)) sink.encoding(fitting.encoding);
    return fitting.text;
  }
  const { encoding, clear } = chooseEncodingOf(bytes);
  sink.encoding(encoding);
  if (!clear) sink.remark({ code: 'encoding-unclear', row: 0, column: null, text: encoding });
  return new TextDecoder(encoding).decode(bytes);
}

function decodedAs(label: string, bytes: Buffer): { encoding: string; text: string } | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { encoding: decoder.encoding, text: decoder.decode(bytes) };
  } catch {
    return null;
  }
}

/** Indexes in order, which the library searches for each character of a long text. */
class RecordStarts extends Array<number> {
  #known: Set<number> | null = null;

  override indexOf(place: number): number {
    // All indexes are added before the first search.
    this.#known ??= new Set(this);
    return this.#known.has(place) ? 0 : -1;
  }
}

/**
 * The library searches the starts of text records, `lens` of a buffer, for each character: minutes for a million texts.
 * From here on every buffer of this process has an array with fast search; only the reading child may call it.
 */
function makeRecordStartsQuick(): void {
  Object.defineProperty(Buffer.prototype, 'lens', {
    set(this: Buffer) {
      Object.defineProperty(this, 'lens', { value: new RecordStarts() });
    },
  });
}

// Without its code pages the module build turns windows-1251 of old books into mojibake.
set_cptable(codePages);
makeRecordStartsQuick();

const RUSSIAN_CODE_PAGE = 1251;
const OPTIONS = {
  // Otherwise the library swallows what it cannot read and loses whole sheets.
  WTF: true,
  dense: true,
  cellNF: true,
  cellText: false,
  cellFormula: false,
  cellHTML: false,
} as const;

const parseBook = (bytes: Buffer): WorkBook =>
  parsed(() => read(bytes, { ...OPTIONS, type: 'buffer', codepage: RUSSIAN_CODE_PAGE }));

/** Parses an .ods; features that the library does not know, such as validations, are skipped. */
const parseOpenDocument = (bytes: Buffer): WorkBook =>
  parsed(() => read(bytes, { ...OPTIONS, WTF: false, type: 'buffer' }));

function parseXmlBook(text: string): WorkBook {
  refuseEntities(text);
  return parsed(() => read(text, { ...OPTIONS, type: 'string' }));
}

function parsePage(page: string): WorkBook {
  refuseEntities(page);
  const tables = separateTables(page);
  if (tables.length === 0) throw new ReadError('NOT_EXCEL');
  const markup = tables.map(closeCells).join('');
  // Numbers of a web page stay text: the library would read 44360,27 as 4436027 and 12-3 as a date.
  return parsed(() => read(`<html>${markup}</html>`, { ...OPTIONS, type: 'string', raw: true }));
}

function refuseEntities(text: string): void {
  if (/<!ENTITY/iu.test(text)) throw new ReadError('DTD');
}

/** Closes every cell, which HTML does not require; the library would join open ones. A second end does no harm. */
function closeCells(table: string): string {
  const closed = table.replace(/<(?=(?:td|th|tr|\/tr|\/table)\b)/giu, '</td><');
  return closed.replace(/(<tr\b[^<>]*>\s*)<\/td>/giu, '$1');
}

function parsed(parse: () => WorkBook): WorkBook {
  try {
    return parse();
  } catch (error) {
    throw bookError(error);
  }
}

function bookError(error: unknown): Error {
  if (error instanceof ReadError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/password|encrypt/iu.test(message)) return new ReadError('PASSWORD');
  if (/cannot find (workbook|file)|unsupported file|not a (spreadsheet|excel)|unrecognized/iu.test(message))
    return new ReadError('NOT_EXCEL');
  return new ReadError('BROKEN');
}
