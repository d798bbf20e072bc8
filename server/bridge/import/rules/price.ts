import type { Decimal } from '../decimal.ts';
import type { Cell } from '../read/cell.ts';
import { failNumber, type Notes } from './fields.ts';
import { PRICE_MAX } from './limits.ts';
import { readPriceWords } from './no-price.ts';
import { kopecksWithProfit, quickHundredths, readNumber } from './numbers.ts';
import { createRemark } from './report.ts';

/**
 * Selling price in kopecks. An empty cell, a dash and words that put the price off are 0, which means no price;
 * other words and a negative number are errors.
 */
export function priceOf(cell: Cell, column: number, percent: Decimal, notes: Notes): number {
  if (cell.kind === 'empty') return 0;
  let kopecks = percent.units === 0n && cell.kind === 'number' ? quickHundredths(cell.number ?? 0) : null;
  if (kopecks === null) {
    const reading = readNumber(cell);
    if (reading.kind !== 'value') {
      const problem = reading.kind === 'words' ? 'not-a-number' : reading.problem;
      if (cell.kind === 'text' && isNoPrice(cell, column, notes)) return 0;
      return failNumber(notes, 'price', problem, column, cell);
    }
    kopecks = kopecksWithProfit(reading.value, percent);
  }
  if (kopecks < 0) return failNumber(notes, 'price', 'negative', column, cell);
  if (kopecks > PRICE_MAX) return failNumber(notes, 'price', 'too-large', column, cell);
  return kopecks;
}

/** Whether the text says that there is no price; one said in words is worth a warning. */
function isNoPrice({ text }: Cell, column: number, notes: Notes): boolean {
  const said = readPriceWords(text);
  if (said === 'none') {
    const message = 'Вместо цены слова: позиция осталась без\u00a0цены';
    notes.warnings.push(createRemark(notes.row, column, 'price-in-words', message, text));
  }
  return said !== 'unknown';
}
