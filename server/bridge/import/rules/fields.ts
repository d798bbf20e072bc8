import type { RowReport } from '../../../../contract/bridge.ts';
import type { Decimal } from '../../../sheets/decimal.ts';
import type { Cell } from '../../../sheets/read/cell.ts';
import { AMOUNT_MAX, SIZE_MAX } from './limits.ts';
import { hundredths, type NumberProblem, readNumber } from './numbers.ts';
import { createRemark, STOCK_WORD } from './report.ts';
import { readStock } from './stock.ts';
import type { StockWords } from './stock-words.ts';

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
  'formula-without-value':
    'в\u00a0файле формула без\u00a0значения (откройте его в\u00a0Excel и\u00a0сохраните)',
  negative: 'число отрицательное',
  'too-large': 'число слишком велико',
};
const EXPECTED = { price: 'Цена', amount: 'Количество', size: 'Размер', percent: 'Наценка' } as const;
const EXAMPLE = { price: '1 234,50', amount: '20 или >20', size: '12,5', percent: '15' } as const;

const NO_PROFIT: Decimal = { units: 0n, scale: 0 };

/** Notes that a cell is no number, as an error of its row; answers 0 in its place. */
export function failNumber(
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

/**
 * How many are in stock; an empty cell is 0. No word costs the row its price: what cannot be read as a stock is a guess
 * with a warning, and only digits that make no sense are an error.
 */
export function amountOf(cell: Cell, column: number, words: StockWords, notes: Notes): number {
  if (cell.kind === 'empty') return 0;
  if (cell.kind === 'boolean') return cell.number ?? 0;
  const amount =
    cell.kind === 'number' && cell.number !== undefined
      ? cell.number
      : amountInText(cell, column, words, notes);
  if (amount > AMOUNT_MAX) return failNumber(notes, 'amount', 'too-large', column, cell);
  if (amount >= 0) return amount;
  notes.warnings.push(
    createRemark(notes.row, column, 'amount-negative', 'Отрицательное количество принято за 0', cell.text),
  );
  return 0;
}

const PLAIN_AMOUNT = /^\s*\d{1,9}\s*$/u;

function amountInText(cell: Cell, column: number, words: StockWords, notes: Notes): number {
  if (PLAIN_AMOUNT.test(cell.text)) return Number(cell.text);
  if (cell.kind !== 'text') {
    const reading = readNumber(cell);
    const problem = reading.kind === 'problem' ? reading.problem : 'not-a-number';
    return failNumber(notes, 'amount', problem, column, cell);
  }
  const stock = readStock(cell.text, words);
  if (!stock) return failNumber(notes, 'amount', 'not-a-number', column, cell);
  if (stock.word !== undefined) {
    const message = `«${stock.word}» вместо остатка принято за\u00a0${stock.amount}\u00a0шт.`;
    notes.warnings.push(createRemark(notes.row, column, STOCK_WORD, message, cell.text));
  } else if (stock.by !== 'number') {
    const message = `Количество словами принято за\u00a0${stock.amount}`;
    notes.warnings.push(createRemark(notes.row, column, 'amount-in-words', message, cell.text));
  }
  return stock.amount;
}

/** A size or a weight in hundredths. */
export function sizeOf(cell: Cell, column: number, notes: Notes): number {
  const reading = readNumber(cell);
  if (reading.kind === 'problem') return failNumber(notes, 'size', reading.problem, column, cell);
  if (reading.kind === 'words') return failNumber(notes, 'size', 'not-a-number', column, cell);
  const size = hundredths(reading.value);
  if (size < 0) return failNumber(notes, 'size', 'negative', column, cell);
  return size > SIZE_MAX ? failNumber(notes, 'size', 'too-large', column, cell) : size;
}

/** A percentage on the price from a column of its own. */
export function percentOf(cell: Cell, column: number, notes: Notes): Decimal {
  const reading = readNumber(cell);
  if (reading.kind === 'value') return reading.value;
  failNumber(notes, 'percent', reading.kind === 'words' ? 'not-a-number' : reading.problem, column, cell);
  return NO_PROFIT;
}
