import type { TextEncoding } from '../../../../contract/bridge.ts';
import { type Cell, type CellKind, EMPTY_CELL, type SheetRow } from './cell.ts';
import type { ReadingRemark } from './remark.ts';

/** What the reading child is asked. */
export interface ReadRequest {
  readonly file: string;
  /** Title of the sheet; null for the first visible one. */
  readonly sheet: string | null;
  /** Reads the same rows of every visible sheet, each told before its rows, whether or not it is our own price list. */
  readonly allSheets?: boolean;
  readonly startRow: number;
  readonly endRow: number | null;
  readonly columns: readonly number[] | null;
  /** Where the one price list of a zip may be unpacked to; null or left out where a zip has to be a book. */
  readonly unpackTo?: string | null;
}

/** Errors of the system that a child may meet when it unpacks; they cross as they are. */
export const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO']);

type WireCell = string | readonly [kind: CellKind, text: string, number: number | null];
/** Row number, then column number and cell in turn. */
export type WireRow = readonly (number | WireCell)[];

/** One line of the child's output. */
export type WireMessage =
  | { readonly kind: 'sheet'; readonly title: string; readonly all: readonly string[] }
  /** Our own price list: its columns by their names of pricelist/columns.ts. */
  | { readonly kind: 'own'; readonly columns: Readonly<Record<string, number>> }
  | { readonly kind: 'rows'; readonly rows: readonly WireRow[] }
  | { readonly kind: 'encoding'; readonly encoding: TextEncoding }
  | { readonly kind: 'remark'; readonly remark: ReadingRemark }
  | { readonly kind: 'progress'; readonly done: number }
  /** The file was a zip; its price list lies at `unpackTo` and is still to be read. */
  | { readonly kind: 'unpacked' }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string }
  | { readonly kind: 'end' };

export function toWire({ row, cells }: SheetRow): WireRow {
  const wire: (number | WireCell)[] = [row];
  for (const [column, cell] of cells) {
    wire.push(column, cell.kind === 'text' ? cell.text : [cell.kind, cell.text, cell.number ?? null]);
  }
  return wire;
}

export function fromWire(wire: WireRow): SheetRow {
  const cells = new Map<number, Cell>();
  for (let at = 1; at < wire.length; at += 2)
    cells.set(wire[at] as number, cellFromWire(wire[at + 1] as WireCell));
  return { row: wire[0] as number, cells };
}

function cellFromWire(cell: WireCell): Cell {
  if (typeof cell === 'string') return { kind: 'text', text: cell };
  const [kind, text, number] = cell;
  if (kind === 'empty') return EMPTY_CELL;
  return number === null ? { kind, text } : { kind, text, number };
}
