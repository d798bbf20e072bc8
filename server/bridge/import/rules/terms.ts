import type { PositionRecord } from '../../../../contract/columns-by-use.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../../sheets/read/cell.ts';
import type { ColumnMap } from './columns.ts';
import { daysOf, readDelivery } from './delivery.ts';
import type { Notes } from './fields.ts';
import { lotOf, readLot } from './lot.ts';
import { createRemark } from './report.ts';

/** On what terms the positions of a list are sold where its rows do not say. */
export interface TermRules {
  /** Days until delivery; null for none. */
  readonly deliveryFixed: number | null;
}

type Said = number | null | undefined;

const READS = {
  delivery: {
    number: daysOf,
    text: readDelivery,
    message: 'Срок поставки не\u00a0прочитан, ожидалось, например, 3\u00a0или 2-3\u00a0дня',
    date: 'Вместо срока поставки дата: Excel делает её из\u00a0«2-3», задайте ячейке текстовый формат',
  },
  lot: {
    number: lotOf,
    text: readLot,
    message: 'Минимальная партия не\u00a0прочитана, ожидалось, например, 10\u00a0или от\u00a010\u00a0шт.',
    date: 'Вместо минимальной партии дата: задайте ячейке текстовый формат',
  },
} as const;

/**
 * Sets the terms that a row names. An empty cell is none, or the fixed one; what cannot be read costs the row nothing but
 * a warning: then the fixed term counts, and without one the position keeps its own.
 */
export function setTerms(
  cells: SheetRow['cells'],
  columns: ColumnMap,
  { deliveryFixed }: TermRules,
  fields: { delivery?: number | null; lot?: number | null },
  notes: Notes,
): void {
  if (columns.delivery !== undefined) {
    const said = termOf('delivery', cells.get(columns.delivery) ?? EMPTY_CELL, columns.delivery, notes);
    const days = said ?? deliveryFixed;
    if (said !== undefined || days !== null) fields.delivery = days;
  } else if (deliveryFixed !== null) fields.delivery = deliveryFixed;
  if (columns.lot === undefined) return;
  const lot = termOf('lot', cells.get(columns.lot) ?? EMPTY_CELL, columns.lot, notes);
  if (lot !== undefined) fields.lot = lot;
}

/** What a cell says of a term; undefined, with a warning, for what cannot be read. */
export function termOf(name: keyof typeof READS, cell: Cell, column: number, notes: Notes): Said {
  if (cell.kind === 'empty') return null;
  const { number, text, message, date } = READS[name];
  const isNumber = cell.kind === 'number' && cell.number !== undefined;
  const said = isNumber ? number(cell.number) : cell.kind === 'text' ? text(cell.text) : undefined;
  if (said === undefined) {
    const words = cell.kind === 'date' ? date : message;
    notes.warnings.push(createRemark(notes.row, column, `${name}-unread`, words, cell.text));
  }
  return said;
}

type Terms = Pick<PositionRecord, 'delivery' | 'lot'>;

/** Whether two states of a position differ in its terms. */
export const haveOtherTerms = (one: Terms, other: Terms): boolean =>
  one.delivery !== other.delivery || one.lot !== other.lot;
