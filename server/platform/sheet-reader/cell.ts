import { POSITION_TITLE_MAX } from '../../../contract/limits.ts';

/** `formula` is one whose value the file does not hold; its text is empty. */
export type CellKind = 'text' | 'number' | 'date' | 'error' | 'boolean' | 'formula' | 'empty';

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
  /** How many cells are filled, those that nobody asked for too; blanks among these may count. */
  readonly filled?: number;
}

export const EMPTY_CELL: Cell = { kind: 'empty', text: '' };
export const FORMULA_CELL: Cell = { kind: 'formula', text: '' };

/** Characters of a cell that is looked at and not stored: as many as the longest field holds. */
const LOOKED_AT_MAX = POSITION_TITLE_MAX;

/** A row to look at: no cell is longer than what a field may hold, so that guessing costs the same whatever stands there. */
export function briefRow(row: SheetRow): SheetRow {
  const isBrief = row.cells.values().every(({ text }) => text.length <= LOOKED_AT_MAX);
  if (isBrief) return row;
  const cells = new Map([...row.cells].map(([at, cell]) => [at, { ...cell, text: cell.text.slice(0, LOOKED_AT_MAX) }]));
  return { ...row, cells };
}

/** A text cell; blank text makes an empty cell. */
export function textCell(text: string): Cell {
  return text.trim() === '' ? EMPTY_CELL : { kind: 'text', text };
}
