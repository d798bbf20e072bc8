import type { TextEncoding } from '../../../contract/catalogue/positions.ts';
import { type Cell, type CellKind, EMPTY_CELL, type SheetRow } from './cell.ts';

/** What is wanted of one of several sheets. */
export interface WantedSheetRange extends WantedRange {
  readonly sheet: string;
}

/** What the reading child is asked. */
export interface ReadRequest {
  readonly file: string;
  /** Title of the sheet; null for the first visible one. */
  readonly sheet: string | null;
  /** Reads the same rows of every visible sheet, each told before its rows, whether or not it is our own price list. */
  readonly allSheets?: boolean;
  /**
   * Reads these sheets in the order of the book, each told before its rows, whether or not one is our own price list;
   * `sheet`, rows and columns of the request itself do not count then.
   */
  readonly sheets?: readonly WantedSheetRange[];
  readonly startRow: number;
  readonly endRow: number | null;
  readonly columns: readonly number[] | null;
  /** So many rows of each sheet, from its first, come in full once more at its end: what shows how it is laid out. */
  readonly lookRows?: number;
  /** Reads the file as a text of so many characters instead. */
  readonly text?: number;
  /** What a child that does more than read needs beside, as JSON carries it. */
  readonly beside?: unknown;
  /** Where the one price list of a zip may be unpacked to; null or left out where a zip has to be a book. */
  readonly unpackTo?: string | null;
}

/** Errors of the system that a child may meet when it unpacks; they cross as they are. */
export const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO']);

/** The kinds of cells that are no text, by their number on the wire. */
const KINDS = ['number', 'date', 'error', 'boolean', 'formula', 'empty'] as const satisfies CellKind[];

/**
 * Rows as one flat list, which is far cheaper to make and to read than a list for each row and cell: of each row its number,
 * how many cells are filled and how many follow; of a text twice its column and itself; of another cell twice its column
 * and one more, kind, text and number.
 */
export type PackedRows = readonly (number | string | null)[];

/** One line of the child's output. */
export type ChildMessage =
  | { readonly kind: 'sheet'; readonly title: string; readonly all: readonly string[] }
  /** The last row of the sheet, as the file says before it comes to it. */
  | { readonly kind: 'extent'; readonly rows: number }
  /** Our own price list: its columns by their names of own-columns.ts. */
  | { readonly kind: 'own'; readonly columns: Readonly<Record<string, number>> }
  | { readonly kind: 'rows'; readonly rows: PackedRows }
  /** What stands above the first row of a sheet, in full, before its rows; only where rows are looked at. */
  | { readonly kind: 'head'; readonly rows: PackedRows }
  | { readonly kind: 'look'; readonly rows: PackedRows }
  | { readonly kind: 'encoding'; readonly encoding: TextEncoding }
  | { readonly kind: 'remark'; readonly remark: ReadingRemark }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'progress'; readonly done: number }
  /** The file was a zip; its price list lies at `unpackTo` and is still to be read. */
  | { readonly kind: 'unpacked' }
  /** What a child that does more than read made of the file, or of a part of it. */
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };

/** What a file turns out to hold, piece by piece. */
export type ReadPiece =
  | Exclude<ChildMessage, { kind: 'rows' | 'head' | 'look' | 'unpacked' | 'answer' | 'failed' }>
  | { readonly kind: 'rows' | 'head' | 'look'; readonly rows: readonly SheetRow[] };

/** A message with its rows as rows. */
export function pieceOf<Message extends ChildMessage>(
  message: Message,
): Exclude<Message, { readonly rows: PackedRows }> | Extract<ReadPiece, { readonly rows: readonly SheetRow[] }> {
  if (message.kind === 'rows' || message.kind === 'head' || message.kind === 'look')
    return { kind: message.kind, rows: unpackRows(message.rows) };
  return message as Exclude<Message, { readonly rows: PackedRows }>;
}

/** Appends a row; answers the characters of its cells. */
export function packRow({ row, cells, filled = cells.size }: SheetRow, wire: (number | string | null)[]): number {
  let characters = 0;
  wire.push(row, filled, cells.size);
  for (const [column, cell] of cells) {
    characters += cell.text.length;
    // An odd number is followed by the kind; columns may be negative (rules/headings.ts).
    if (cell.kind === 'text') wire.push(2 * column, cell.text);
    else wire.push(2 * column + 1, KINDS.indexOf(cell.kind), cell.text, cell.number ?? null);
  }
  return characters;
}

/** Rows on their way through a pipe or into a table. */
export function packRows(rows: readonly SheetRow[]): PackedRows {
  const wire: (number | string | null)[] = [];
  for (const row of rows) packRow(row, wire);
  return wire;
}

/** The rows again. */
export function unpackRows(wire: PackedRows): SheetRow[] {
  const rows: SheetRow[] = [];
  for (let at = 0; at < wire.length; ) {
    const row = wire[at] as number;
    const filled = wire[at + 1] as number;
    const count = wire[at + 2] as number;
    at += 3;
    const cells = new Map<number, Cell>();
    for (let taken = 0; taken < count; taken += 1) {
      const code = wire[at] as number;
      if (code % 2 === 0) {
        cells.set(code / 2, { kind: 'text', text: wire[at + 1] as string });
        at += 2;
      } else {
        const [kind, text, number] = [wire[at + 1], wire[at + 2], wire[at + 3]];
        cells.set((code - 1) / 2, cellOf(KINDS[kind as number] ?? 'empty', text as string, number as number | null));
        at += 4;
      }
    }
    rows.push({ row, cells, filled });
  }
  return rows;
}

const cellOf = (kind: CellKind, text: string, number: number | null): Cell => {
  if (kind === 'empty') return EMPTY_CELL;
  return number === null ? { kind, text } : { kind, text, number };
};

/** Which rows and columns of a sheet are asked for. */
export interface WantedRange {
  readonly startRow: number;
  /** Inclusive; null reads to the end. */
  readonly endRow: number | null;
  /** Column numbers from 1; null asks for all. */
  readonly columns: readonly number[] | null;
}

/** Where a reader puts what it reads. Calls may block until the other side takes it. */
export interface ReadSink {
  sheet(title: string, all: readonly string[]): void;
  /** The last row of the sheet, where the file says it. */
  extent(rows: number): void;
  /** How the file is read, when it is a text. */
  encoding(encoding: TextEncoding): void;
  remark(remark: ReadingRemark): void;
  rows(rows: readonly SheetRow[]): void;
  /** 0..1 of the file. */
  progress(done: number): void;
}

/** What may be wrong with a place in a file that can be read all the same. */
export type ReadingRemarkCode = 'damaged-text' | 'encoding-unclear' | 'quote-left-open' | 'quotes-take-rows';

/** What reading has to say of a place in a file. */
export interface ReadingRemark {
  readonly code: ReadingRemarkCode;
  /** Row from 1; 0 for the file as a whole. */
  readonly row: number;
  /** From 1; null for the row as a whole. */
  readonly column: number | null;
  /** The text that it is about. */
  readonly text: string;
}
