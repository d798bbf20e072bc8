import type { RowReport } from '../../../../contract/bridge.ts';
import type { Decimal } from '../decimal.ts';
import type { Cell } from '../read/cell.ts';
import { AMOUNT_MAX, PRICE_MAX, SIZE_MAX } from './limits.ts';
import {
  hundredths,
  kopecksWithProfit,
  type NumberProblem,
  numberOf,
  quickHundredths,
  readNumber,
} from './numbers.ts';
import { createRemark } from './report.ts';

/** Where the remarks about a row are collected. */
export interface Notes {
  readonly row: number;
  readonly errors: RowReport[];
  readonly warnings: RowReport[];
}

const PROBLEMS: Readonly<Record<NumberProblem, string>> = {
  'not-a-number': 'число не прочитано',
  date: 'вместо числа дата',
  'formula-error': 'вместо числа ошибка формулы',
  negative: 'число отрицательное',
  'too-large': 'число слишком велико',
};
const EXPECTED = { price: 'Цена', amount: 'Количество', size: 'Размер', percent: 'Наценка' } as const;
const EXAMPLE = { price: '1 234,50', amount: '20 или >20', size: '12,5', percent: '15' } as const;

const NO_PROFIT: Decimal = { units: 0n, scale: 0 };

function fail(
  notes: Notes,
  what: keyof typeof EXPECTED,
  problem: NumberProblem,
  column: number,
  cell: Cell,
): number {
  const message = `${EXPECTED[what]}: ${PROBLEMS[problem]}, ожидалось, например, ${EXAMPLE[what]}`;
  notes.errors.push(createRemark(notes.row, column, problem, message, cell.text));
  return 0;
}

/** Selling price in kopecks; an empty cell is 0, words and a negative number are errors. */
export function priceOf(cell: Cell, column: number, percent: Decimal, notes: Notes): number {
  if (cell.kind === 'empty') return 0;
  let kopecks = percent.units === 0n && cell.kind === 'number' ? quickHundredths(cell.number ?? 0) : null;
  if (kopecks === null) {
    const reading = readNumber(cell);
    if (reading.kind === 'problem') return fail(notes, 'price', reading.problem, column, cell);
    if (reading.kind === 'words') return fail(notes, 'price', 'not-a-number', column, cell);
    kopecks = kopecksWithProfit(reading.value, percent);
  }
  if (kopecks < 0) return fail(notes, 'price', 'negative', column, cell);
  if (kopecks > PRICE_MAX) return fail(notes, 'price', 'too-large', column, cell);
  return kopecks;
}

const PRESENT = /^(?:\++|есть[.!]?)$/iu;

/** How many are in stock; an empty cell is 0, `+` and «есть» are 1, other words are 0 with a warning. */
export function amountOf(cell: Cell, column: number, notes: Notes): number {
  if (cell.kind === 'empty') return 0;
  if (cell.kind === 'boolean') return cell.number ?? 0;
  const amount =
    cell.kind === 'number' && cell.number !== undefined ? cell.number : amountInText(cell, column, notes);
  if (amount > AMOUNT_MAX) return fail(notes, 'amount', 'too-large', column, cell);
  if (amount >= 0) return amount;
  notes.warnings.push(
    createRemark(notes.row, column, 'amount-negative', 'Отрицательное количество принято за 0', cell.text),
  );
  return 0;
}

function amountInText(cell: Cell, column: number, notes: Notes): number {
  const reading = readNumber(cell);
  if (reading.kind === 'value') return numberOf(reading.value);
  if (reading.kind === 'problem') return fail(notes, 'amount', reading.problem, column, cell);
  if (PRESENT.test(cell.text.trim())) return 1;
  const message = 'Количество словами принято за 0';
  notes.warnings.push(createRemark(notes.row, column, 'amount-in-words', message, cell.text));
  return 0;
}

/** A size or a weight in hundredths. */
export function sizeOf(cell: Cell, column: number, notes: Notes): number {
  const reading = readNumber(cell);
  if (reading.kind === 'problem') return fail(notes, 'size', reading.problem, column, cell);
  if (reading.kind === 'words') return fail(notes, 'size', 'not-a-number', column, cell);
  const size = hundredths(reading.value);
  if (size < 0) return fail(notes, 'size', 'negative', column, cell);
  return size > SIZE_MAX ? fail(notes, 'size', 'too-large', column, cell) : size;
}

/** A percentage on the price from a column of its own. */
export function percentOf(cell: Cell, column: number, notes: Notes): Decimal {
  const reading = readNumber(cell);
  if (reading.kind === 'value') return reading.value;
  fail(notes, 'percent', reading.kind === 'words' ? 'not-a-number' : reading.problem, column, cell);
  return NO_PROFIT;
}
