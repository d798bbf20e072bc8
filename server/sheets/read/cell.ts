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

/** A text cell; blank text makes an empty cell. */
export function textCell(text: string): Cell {
  return text.trim() === '' ? EMPTY_CELL : { kind: 'text', text };
}
