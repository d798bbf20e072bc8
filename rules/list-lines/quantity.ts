import type { AmountProblem } from '../../contract/amount-problems.ts';
import { REQUEST_AMOUNT_MAX } from '../../contract/limits.ts';

/** How many are wanted. */
export interface Quantity {
  /** 1 where there is a problem. */
  readonly amount: number;
  readonly problem: AmountProblem | null;
}

const SIGNED = '[-−–]?';
/** Excel groups digits by blanks of several kinds. */
const GROUPED = String.raw`${SIGNED}\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?`;
/** A number in one piece. */
export const PLAIN = String.raw`${SIGNED}\d+(?:[.,]\d+)?(?:[eе]\+?\d+)?`;
/** «шт» and its like. */
export const UNIT = String.raw`(?:штук[аи]?|шт|pcs|pc|ea|ед|компл(?:ект(?:а|ов)?)?|к-т|пар[аы]?)\.?`;
/** «x2», «х 2», «×2». */
export const TIMES = '[xх×*]';

const CELL = new RegExp(`^(${TIMES}\\s*)?(${GROUPED}|${PLAIN})\\s*(${UNIT}|${TIMES})?$`, 'iu');
const UNIT_ALONE = new RegExp(`^${UNIT}$`, 'iu');

const refused = (problem: AmountProblem): Quantity => ({ amount: 1, problem });

/** What a number that was written counts. */
export function quantityOf(written: string): Quantity {
  const plain = written
    .replaceAll(/\s/gu, '')
    .replace(/^[−–]/u, '-')
    .replace(',', '.')
    .replace(/[eе]/iu, 'e');
  const value = plain === '' ? Number.NaN : Number(plain);
  if (Number.isNaN(value)) return refused('no number');
  if (value < 0) return refused('negative');
  if (value === 0) return refused('zero');
  if (value > REQUEST_AMOUNT_MAX) return refused('too large');
  return Number.isInteger(value) ? { amount: value, problem: null } : refused('fraction');
}

/** A cell that can be nothing but a quantity says so by its unit or «x»; a bare number may be something else. */
export interface QuantityCell extends Quantity {
  readonly isNamed: boolean;
}

/** The quantity in a cell; null where something else stands. */
export function quantityIn(cell: string): QuantityCell | null {
  const [, times, written = '', sign] = CELL.exec(cell) ?? [];
  // «X-100» and «X1E5» are articles.
  if (written === '' || (times !== undefined && !/^\d+$/u.test(written))) return null;
  return { ...quantityOf(written), isNamed: times !== undefined || sign !== undefined };
}

/** Whether a cell is a unit without a number. */
export const isUnit = (cell: string): boolean => UNIT_ALONE.test(cell);
