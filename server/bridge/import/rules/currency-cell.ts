import type { Cell } from '../../../sheets/read/cell.ts';
import type { Notes } from './fields.ts';
import { currencyCode } from './money.ts';
import { createRemark } from './report.ts';

/** The currency that a cell of its own names; null for an empty cell, an error of the row for anything else. */
export function currencyIn(cell: Cell, column: number, notes: Notes): string | null {
  if (cell.kind === 'empty') return null;
  const code = currencyCode(cell.text);
  if (code === null) {
    const message = 'Валюта не\u00a0узнана, ожидалось, например, USD или руб.';
    notes.errors.push(createRemark(notes.row, column, 'currency', message, cell.text));
  }
  return code;
}
