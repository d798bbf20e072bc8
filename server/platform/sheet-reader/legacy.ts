/** Reads old .xls, XML 2003 and HTML files, which have to be parsed whole; books with the library xlsx. */
import { readFile, stat } from 'node:fs/promises';
import { type CellObject, read, set_cptable, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { sheetNumber } from '../sheets/decimal.ts';
import { chooseEncodingOf, isTextEncoding } from './encoding.ts';
import { type PageTable, pagesOfMht, tablesOf } from './html-tables.ts';
import {
  BATCH_ROWS,
  CAPS,
  type Cell,
  type MergedArea,
  ReadError,
  type ReadRequest,
  type ReadSink,
  textCell,
} from './messages.ts';
import { type NumberFormat, parseFormat, showDate, showNumber } from './number-format.ts';
import { pickSheet, pickSheets, type Selection } from './selection.ts';
import type { FileKind } from './sniff.ts';
import { factsOfXls, type StruckCell } from './xls-records.ts';
import { strikesOfXml } from './xml-book-strikes.ts';

type LegacyKind = Exclude<FileKind, 'zip' | 'csv'>;

/** A cell of the library, or of a page, with its text that is struck out. */
type RawCell = CellObject & { struck?: string };

/** A sheet that was parsed whole; rows and columns from 0. */
interface ParsedSheet {
  readonly title: string;
  readonly visible: boolean;
  readonly rows: readonly (readonly (RawCell | undefined)[] | undefined)[];
  readonly merges: readonly MergedArea[];
  readonly isHiddenRow: (row: number) => boolean;
  readonly hiddenColumns: readonly number[];
  readonly since1904: boolean;
}

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
  const sheets = sheetsOf(await readFile(file), kind, sink);
  const titles = sheets.map(({ title }) => title);
  if (wishes) {
    const wanted = pickSheets(sheets, wishes);
    for (const [at, { sheet, wish }] of wanted.entries()) {
      sink.sheet(sheet.title, titles);
      selection.beginSheet(wish);
      takeRows(sheet, selection, sink);
      sink.progress((at + 1) / wanted.length);
    }
    return;
  }
  const isPage = kind === 'html' || kind === 'mht';
  const first = isPage && sheetTitle === null ? largestTable(sheets) : pickSheet(sheets, sheetTitle);
  const hidden = hiddenSheets ? sheets.filter((other) => !other.visible) : [];
  const all = [...sheets.filter((other) => other.visible), ...hidden];
  const further = allSheets ? all.filter((other) => other !== first) : [];
  for (const [at, sheet] of [first, ...further].entries()) {
    if (at > 0) selection.sameOfNextSheet();
    sink.sheet(sheet.title, titles, !sheet.visible);
    sink.extent(sheet.rows.length);
    takeRows(sheet, selection, sink);
  }
}

function takeRows(sheet: ParsedSheet, selection: Selection, sink: ReadSink): void {
  const { rows, merges, isHiddenRow, hiddenColumns, since1904 } = sheet;
  const cellOf = legacyCells(since1904);
  selection.merge(merges);
  if (hiddenColumns.length > 0) sink.hidden(hiddenColumns.map((column) => column + 1));
  for (let index = 0; index < rows.length && !selection.done; index += 1) {
    const cells = new Map<number, Cell>();
    const source = rows[index] ?? [];
    for (let column = 1; column <= source.length && column <= CAPS.columns; column += 1) {
      const raw = source[column - 1];
      if (!raw || !selection.wants(index + 1, column)) continue;
      if (raw.struck) sink.remark({ code: 'struck-out', row: index + 1, column, text: raw.struck });
      const cell = cellOf(raw);
      if (cell.kind !== 'empty') cells.set(column, cell);
    }
    selection.take(index + 1, cells, countSaying(source), isHiddenRow(index));
    if (selection.pending >= BATCH_ROWS) {
      sink.progress(index / rows.length);
      sink.rows(selection.drain());
    }
  }
  sink.rows(selection.drain());
}

function sheetsOf(bytes: Buffer, kind: LegacyKind, sink: ReadSink): ParsedSheet[] {
  if (kind === 'xls') return sheetsOfXls(bytes, sink);
  if (kind === 'xml') {
    const text = markupText(bytes, undefined, sink);
    return struckOut(sheetsOfBook(parseXmlBook(text)), strikesOfXml(text));
  }
  const pages = kind === 'mht' ? pagesOfMht(bytes) : [{ bytes, charset: undefined }];
  const tables = pages.flatMap((page) => {
    const markup = markupText(page.bytes, page.charset, sink);
    refuseEntities(markup);
    return tablesOf(markup);
  });
  if (tables.length === 0) throw new ReadError('NOT_EXCEL');
  return tables.map(sheetOfTable);
}

function sheetsOfXls(bytes: Buffer, sink: ReadSink): ParsedSheet[] {
  const { corrected, struck } = factsOfXls(bytes);
  if (corrected) sink.remark({ code: 'encoding-unclear', row: 0, column: null, text: 'windows-1251' });
  return struckOut(sheetsOfBook(parseBook(corrected ?? bytes)), struck);
}

type StruckSheets = readonly ReadonlyMap<number, ReadonlyMap<number, StruckCell>>[];

/** The sheets without what is struck out, by their place in the book. */
function struckOut(sheets: ParsedSheet[], struck: StruckSheets): ParsedSheet[] {
  for (const [at, { rows }] of sheets.entries()) {
    for (const [row, cells] of struck[at] ?? []) {
      for (const [column, cell] of cells) strikeOut(rows[row]?.[column], cell);
    }
  }
  return sheets;
}

function strikeOut(raw: RawCell | undefined, cell: StruckCell): void {
  if (!raw || raw.t === 'z') return;
  raw.struck = cell === 'whole' ? String(raw.v ?? '') : cell.struck;
  raw.v = cell === 'whole' ? '' : cell.kept;
  raw.t = 's';
}

/** The sheets of a book of the library; a book with a sheet that it did not parse is broken. */
function sheetsOfBook({ SheetNames, Sheets, Workbook }: WorkBook): ParsedSheet[] {
  return SheetNames.map((title, at) => {
    const sheet = Sheets[title];
    if (!sheet) throw new ReadError('BROKEN');
    const columns = sheet['!cols'] ?? [];
    return {
      title,
      visible: !Workbook?.Sheets?.[at]?.Hidden,
      rows: (sheet['!data'] ?? []) as ParsedSheet['rows'],
      merges: (sheet['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, bottom: e.r, left: s.c, right: e.c })),
      isHiddenRow: (row) => sheet['!rows']?.[row]?.hidden === true,
      hiddenColumns: [...columns.keys()].filter((column) => columns[column]?.hidden === true),
      since1904: Workbook?.WBProps?.date1904 ?? false,
    };
  });
}

function sheetOfTable({ rows, merges, hiddenRows, hiddenColumns }: PageTable, at: number): ParsedSheet {
  // Numbers of a web page stay text: `12-3` is no date there.
  const cells = rows.map((row) =>
    Array.from(row, (cell) => cell && { t: 's' as const, v: cell.text, struck: cell.struck }),
  );
  return {
    title: `Sheet${at + 1}`,
    visible: true,
    rows: cells,
    merges,
    isHiddenRow: (row) => hiddenRows.has(row),
    hiddenColumns: [...hiddenColumns],
    since1904: false,
  };
}

const largestTable = (tables: readonly ParsedSheet[]): ParsedSheet =>
  tables
    .map((table) => ({ table, rows: table.rows.filter((row) => countSaying(row ?? []) >= DATA_CELLS).length }))
    .reduce((most, each) => (each.rows > most.rows ? each : most)).table;

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
  // Hidden rows and columns are read with them.
  cellStyles: true,
} as const;

const parseBook = (bytes: Buffer): WorkBook =>
  parsed(() => read(bytes, { ...OPTIONS, type: 'buffer', codepage: RUSSIAN_CODE_PAGE }));

function parseXmlBook(text: string): WorkBook {
  refuseEntities(text);
  return parsed(() => read(text, { ...OPTIONS, type: 'string' }));
}

function refuseEntities(text: string): void {
  if (/<!ENTITY/iu.test(text)) throw new ReadError('DTD');
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
