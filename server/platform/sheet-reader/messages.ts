/** Types, caps and messages that the main process and the reading child share. */
import type { TextEncoding } from '../../../contract/catalogue/runs.ts';
import { PRICE_LIST_PROBLEMS, type PriceListProblem, type PriceListProblemCode } from '../../../contract/errors.ts';
import { POSITION_TITLE_MAX, PRICE_FILE_MAX, UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import type { Caps } from '../child-process/run.ts';

/** The wanted part of one of several sheets. */
export interface WantedSheetRange extends WantedRange {
  readonly sheet: string;
}

export interface ReadRequest {
  readonly file: string;
  /** Title of the sheet; null for the first visible one. */
  readonly sheet: string | null;
  /** Reads the same rows of every visible sheet, each announced before its rows, even of our own price list. */
  readonly allSheets?: boolean;
  /** With `allSheets`: the hidden ones too, after the others. */
  readonly hiddenSheets?: boolean;
  /**
   * Reads these sheets in the order of the book, each announced before its rows, whether or not one is our own price
   * list; `sheet`, rows and columns of the request itself are ignored then.
   */
  readonly sheets?: readonly WantedSheetRange[];
  readonly startRow: number;
  readonly endRow: number | null;
  /** Column numbers from 1; null asks for all. */
  readonly columns: readonly number[] | null;
  /** So many rows of each sheet, from its first, are sent in full once more at its end, to show its layout. */
  readonly lookRows?: number;
  /** Reads the file as a text of so many characters instead. */
  readonly text?: number;
  /** Further JSON for a child that does more than read. */
  readonly beside?: unknown;
  /** Path to which the one price list of a zip may be unpacked; null or absent where a zip has to be a book. */
  readonly unpackTo?: string | null;
  /** Path to which the child writes a staged file, see staged-file.ts. */
  readonly stageTo?: string;
  /** It goes on with the staged file of another list of the same zip. */
  readonly isFurther?: boolean;
  /**
   * The price list of a zip of several that is wanted, or that `file` was. Its sheets are named after it: by its name
   * alone where it has one without a name.
   */
  readonly member?: string;
}

/** The title that the sheet of such a title has in its own list; null where it is of another one. */
export function titleInMember(member: string, title: string): string | null {
  if (title === member) return '';
  const begin = memberTitle(member, ' ').trimEnd();
  return title.startsWith(begin) ? title.slice(begin.length).trim() : null;
}

/** The title of a sheet of one of several lists in a zip. */
export const memberTitle = (member: string, sheet: string): string => (sheet === '' ? member : `${member}: ${sheet}`);

/** Errors of the system during unpacking that are passed with their code. */
export const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO']);

/** The kinds of cells other than text, by their number in a message. */
const KINDS = [
  'number',
  'date',
  'error',
  'boolean',
  'formula',
  'empty',
  'damaged',
  'shifted',
  'covered',
] as const satisfies CellKind[];

/**
 * Rows as one flat list, cheaper to make and to read: of each row its number, how many cells are filled and how many
 * follow; of a text cell twice its column and the text, of another twice its column plus one, kind, text, number. A
 * negative number of a row says that the values merged into it follow its cells: how many, and these alike.
 */
export type PackedRows = readonly (number | string | null)[];

export type ChildMessage =
  | { readonly kind: 'sheet'; readonly title: string; readonly all: readonly string[]; readonly isHidden?: boolean }
  /** The last row of the sheet, as the file declares it beforehand. */
  | { readonly kind: 'extent'; readonly rows: number }
  /** Columns of the sheet, from 1, that its program does not show; before its rows, only where there are any. */
  | { readonly kind: 'hidden'; readonly columns: readonly number[] }
  /** Our own price list: its columns by their names of own-columns.ts. */
  | { readonly kind: 'own'; readonly columns: Readonly<Record<string, number>> }
  | { readonly kind: 'rows'; readonly rows: PackedRows }
  /** The rows above the first row of a sheet, in full, before its rows; only for requests with `lookRows`. */
  | { readonly kind: 'head'; readonly rows: PackedRows }
  | { readonly kind: 'look'; readonly rows: PackedRows }
  | { readonly kind: 'encoding'; readonly encoding: TextEncoding }
  | { readonly kind: 'remark'; readonly remark: ReadingRemark }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'progress'; readonly done: number }
  /** The file was a zip; its price list lies at `unpackTo` and is still to be read. */
  | { readonly kind: 'unpacked' }
  /** The file was a zip with several price lists. */
  | { readonly kind: 'members'; readonly names: readonly string[] }
  /** Answer of a child that does more than read, of the file or of a part of it. */
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };

export type ReadPiece =
  | Exclude<ChildMessage, { kind: 'rows' | 'head' | 'look' | 'unpacked' | 'members' | 'answer' | 'failed' }>
  | { readonly kind: 'rows' | 'head' | 'look'; readonly rows: readonly SheetRow[] };

export function pieceOf<Message extends ChildMessage>(
  message: Message,
): Exclude<Message, { readonly rows: PackedRows }> | Extract<ReadPiece, { readonly rows: readonly SheetRow[] }> {
  if (message.kind === 'rows' || message.kind === 'head' || message.kind === 'look')
    return { kind: message.kind, rows: unpackRows(message.rows) };
  return message as Exclude<Message, { readonly rows: PackedRows }>;
}

type Wire = (number | string | null)[];

/** Appends a row; returns the characters of its cells. */
export function packRow({ row, cells, merged, filled = cells.size }: SheetRow, wire: Wire): number {
  wire.push(merged ? -row : row, filled, cells.size);
  let characters = packCells(cells, wire);
  if (merged) {
    wire.push(merged.size);
    characters += packCells(merged, wire);
  }
  return characters;
}

function packCells(cells: SheetRow['cells'], wire: Wire): number {
  let characters = 0;
  for (const [column, cell] of cells) {
    characters += cell.text.length;
    // An odd number is followed by the kind; columns may be negative (rules/headings.ts).
    if (cell.kind === 'text') wire.push(2 * column, cell.text);
    else wire.push(2 * column + 1, KINDS.indexOf(cell.kind), cell.text, cell.number ?? null);
  }
  return characters;
}

export function packRows(rows: readonly SheetRow[]): PackedRows {
  const wire: Wire = [];
  for (const row of rows) packRow(row, wire);
  return wire;
}

export function unpackRows(wire: PackedRows): SheetRow[] {
  const rows: SheetRow[] = [];
  let at = 0;
  const cellsAt = (count: number): Map<number, Cell> => {
    const cells = new Map<number, Cell>();
    for (let taken = 0; taken < count; taken += 1) {
      const code = wire[at] as number;
      const isText = code % 2 === 0;
      cells.set(isText ? code / 2 : (code - 1) / 2, packedCell(wire, at));
      at += isText ? 2 : 4;
    }
    return cells;
  };
  while (at < wire.length) {
    const row = wire[at] as number;
    const filled = wire[at + 1] as number;
    at += 3;
    const cells = cellsAt(wire[at - 1] as number);
    if (row >= 0) rows.push({ row, cells, filled });
    else {
      at += 1;
      rows.push({ row: -row, cells, filled, merged: cellsAt(wire[at - 1] as number) });
    }
  }
  return rows;
}

/** The cell that stands at a place of packed rows, its column first. */
export function packedCell(wire: PackedRows, at: number): Cell {
  if ((wire[at] as number) % 2 === 0) return { kind: 'text', text: wire[at + 1] as string };
  const [kind, text, number] = [wire[at + 1], wire[at + 2], wire[at + 3]];
  return cellOf(KINDS[kind as number] ?? 'empty', text as string, number as number | null);
}

const cellOf = (kind: CellKind, text: string, number: number | null): Cell => {
  if (kind === 'empty') return EMPTY_CELL;
  return number === null ? { kind, text } : { kind, text, number };
};

export interface WantedRange {
  readonly startRow: number;
  /** Inclusive; null reads to the end. */
  readonly endRow: number | null;
  readonly columns: readonly number[] | null;
}

/** Receiver of what a reader reads. Calls may block until the other side takes it. */
export interface ReadSink {
  sheet(title: string, all: readonly string[], isHidden?: boolean): void;
  /** The last row of the sheet, where the file declares it. */
  extent(rows: number): void;
  /** The columns of the sheet, from 1, that its program does not show. */
  hidden(columns: readonly number[]): void;
  /** The encoding, when the file is a text. */
  encoding(encoding: TextEncoding): void;
  remark(remark: ReadingRemark): void;
  rows(rows: readonly SheetRow[]): void;
  /** 0..1 of the file. */
  progress(done: number): void;
}

/** A merged area of cells, rows and columns from 0, both ends included; its value stands in its first cell. */
export interface MergedArea {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What may be wrong with a place in a file that can still be read. */
export type ReadingRemarkCode =
  | 'decimals-joined'
  | 'encoding-unclear'
  | 'hidden-columns'
  | 'hidden-rows'
  | 'merges-unread'
  | 'quote-left-open'
  | 'quotes-take-rows'
  | 'struck-out';

export interface ReadingRemark {
  readonly code: ReadingRemarkCode;
  /** Row from 1; 0 for the file as a whole. */
  readonly row: number;
  /** From 1; null for the row as a whole. */
  readonly column: number | null;
  /** The text that it is about. */
  readonly text: string;
}

/**
 * `formula` is one whose value is not in the file; its text is empty. A `damaged` text has signs that no decoder knows.
 * All cells of a row with more fields than its list has columns are `shifted`: which column each belongs to is unknown.
 * A `covered` cell has the text of the merged cell above that covers it.
 */
type CellKind =
  | 'text'
  | 'number'
  | 'date'
  | 'error'
  | 'boolean'
  | 'formula'
  | 'empty'
  | 'damaged'
  | 'shifted'
  | 'covered';

/** One cell as read: `text` is what the sheet shows (exact digits for plain numbers), `number` the value behind it. */
export interface Cell {
  readonly kind: CellKind;
  readonly text: string;
  readonly number?: number;
}

/** A row of the sheet: its number from 1 and its filled cells by column number from 1. */
export interface SheetRow {
  readonly row: number;
  readonly cells: ReadonlyMap<number, Cell>;
  /** Number of filled cells, unwanted ones included; blank ones may count. */
  readonly filled?: number;
  /** Values of merged cells that begin in a row above, by column; the cells of the row itself lack them. */
  readonly merged?: ReadonlyMap<number, Cell>;
}

export const EMPTY_CELL: Cell = { kind: 'empty', text: '' };
export const FORMULA_CELL: Cell = { kind: 'formula', text: '' };

/** Characters of a cell that is examined but not stored: as many as the longest field holds. */
const LOOKED_AT_MAX = POSITION_TITLE_MAX;

/** A row to examine: no cell is longer than a field may be, so that guessing costs the same for any content. */
export function briefRow(row: SheetRow): SheetRow {
  const isBrief = row.cells.values().every(({ text }) => text.length <= LOOKED_AT_MAX);
  if (isBrief) return row;
  const cells = new Map([...row.cells].map(([at, cell]) => [at, { ...cell, text: cell.text.slice(0, LOOKED_AT_MAX) }]));
  return { ...row, cells };
}

/** Replacement character of a decoder for unreadable bytes. */
const DAMAGED = '\ufffd';
/** What spreadsheets show in place of a value, in Russian and English; hash signs alone where a column is too narrow. */
const ERROR_TEXT =
  /^(?:#(?:Н\/Д|ССЫЛКА!|ССЫЛ!|ИМЯ\?|ЗНАЧ!|ЗНАЧЕН!|ДЕЛ\/0!|ЧИСЛО!|ПУСТО!|ПЕРЕНОС!|ВЫЧИСЛ!|ПОЛЕ!|ОШИБКА!|N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|ERROR!|#{2,})|(?:Err|Ошибка):\d{3})$/iu;
const ERROR_TEXT_MAX = 20;
const HASH = 0x23;

const isErrorText = (text: string): boolean =>
  text.length <= ERROR_TEXT_MAX && (text.charCodeAt(0) === HASH || text.at(-4) === ':') && ERROR_TEXT.test(text);

/** A text cell; blank text makes an empty cell, the text of an error of a formula one of that kind. */
export function textCell(text: string): Cell {
  const shown = text.trim();
  if (shown === '') return EMPTY_CELL;
  if (text.includes(DAMAGED)) return { kind: 'damaged', text };
  return isErrorText(shown) ? { kind: 'error', text: shown } : { kind: 'text', text };
}

/** Why a file cannot be read: `code` for programs, `message` in Russian for the person. */
export class ReadError extends Error {
  declare readonly message: PriceListProblem;
  readonly code: PriceListProblemCode;
  /** Further advice for the person, for example the names of the sheets. */
  readonly detail: string;

  constructor(code: PriceListProblemCode, detail = '') {
    super(detail ? `${PRICE_LIST_PROBLEMS[code]} (${detail})` : PRICE_LIST_PROBLEMS[code]);
    this.name = 'ReadError';
    this.code = code;
    this.detail = detail;
  }
}

export const isReadErrorCode = (code: unknown): code is PriceListProblemCode =>
  typeof code === 'string' && Object.hasOwn(PRICE_LIST_PROBLEMS, code);

/** In bytes. No compression ratio: a million empty rows are legitimate at 25:1, bombs exceed these caps. */
export const CAPS = {
  /** Members of the zip container. */
  zipEntries: 20_000,
  /** Unpacked size of a part that describes the book (workbook, relationships). */
  metadataBytes: 8 * 1024 * 1024,
  stylesBytes: 64 * 1024 * 1024,
  /** Shared strings with markup: about a second of the processor for 100 MB; a million rows of three texts have 250. */
  stringsBytes: 400 * 1024 * 1024,
  /** Bytes of shared strings in memory. */
  stringsStored: 400 * 1024 * 1024,
  stringsCount: 8_000_000,
  /** Unpacked size of a sheet. */
  sheetBytes: 4 * 1024 ** 3,
  /** A sheet whose merged cells, which stand behind its rows, are looked for before these. */
  mergesBytes: 32 * 1024 * 1024,
  rows: 1_048_576,
  /** Columns that are read; cells to the right of them are left out. */
  columns: UPLOAD_COLUMN_MAX,
  /** Cells of one row, as many as Excel has columns. */
  rowCells: 16_384,
  /** One cell, one tag, one comment. */
  cellBytes: 256 * 1024,
  lineCharacters: 8 * 1024 * 1024,
  attributes: 256,
  /** A file of the old formats, which are read whole. */
  legacyBytes: 100 * 1024 * 1024,
  /** A web page or an XML book, which become one string. */
  markupBytes: 64 * 1024 * 1024,
  odsBytes: 128 * 1024 * 1024,
  /** A price list inside a zip, unpacked. */
  zippedBytes: PRICE_FILE_MAX,
  pageTables: 1_000,
  /** What reading a file came to, with every cell spelled out. */
  stagedBytes: 2 * 1024 ** 3,
} as const;

/** Rows at the top of a sheet that are read in full to recognise our own price list. */
export const HEAD_ROWS = 30;
/** Rows of one message of the reading child. */
export const BATCH_ROWS = 500;
/** Bytes of one message of the reading child, roughly. */
export const BATCH_BYTES = 512 * 1024;

/** Longest reading of one file, milliseconds, including waits for the writer. */
const WALL_MS = 30 * 60 * 1000;
/** Caps of the reading child, by kind of reader. */
export const READING_CAPS = {
  xlsx: { heapMb: 256, residentMb: 700, cpuSeconds: 60, wallMs: WALL_MS },
  legacy: { heapMb: 1024, residentMb: 1200, cpuSeconds: 20, wallMs: WALL_MS },
  text: { heapMb: 256, residentMb: 500, cpuSeconds: 60, wallMs: WALL_MS },
} as const satisfies Readonly<Record<string, Caps>>;
/** Rows at the top of a sheet that show its layout. */
export const LOOK_ROWS = 200;
