import { type Decimal, productOf } from '../decimal.ts';
import type { Cell } from '../read/cell.ts';
import { CURRENCIES, ROUBLE } from './currencies.ts';
import { failNumber, type Notes } from './fields.ts';
import { PRICE_MAX } from './limits.ts';
import { readMoney } from './money.ts';
import { readPriceWords } from './no-price.ts';
import { kopecksWithProfit, quickHundredths, readNumber } from './numbers.ts';
import { createRemark } from './report.ts';

/** In what the prices of a list are: those that name no currency are in this one. */
export interface PriceCurrency {
  readonly code: string;
  /** Roubles for one unit of it; never applied to a price in roubles. */
  readonly rate: Decimal;
}

export const ROUBLES: PriceCurrency = { code: ROUBLE, rate: { units: 1n, scale: 0 } };

/**
 * Selling price in kopecks. An empty cell, a dash and words that put the price off are 0, which means no price. Errors
 * are other words, a negative number and a price in another currency than roubles and that of the list.
 */
export function priceOf(
  cell: Cell,
  column: number,
  percent: Decimal,
  currency: PriceCurrency,
  notes: Notes,
): number {
  if (cell.kind === 'empty') return 0;
  const { amount, currency: named } = readMoney(cell.text);
  const inRoubles = (named ?? currency.code) === ROUBLE;
  const quick = inRoubles && percent.units === 0n && cell.kind === 'number';
  let kopecks = quick ? quickHundredths(cell.number ?? 0) : null;
  if (kopecks === null) {
    const reading = readNumber(cell.kind === 'text' ? { ...cell, text: amount } : cell);
    if (reading.kind !== 'value') {
      const problem = reading.kind === 'words' ? 'not-a-number' : reading.problem;
      if (cell.kind === 'text' && isNoPrice(cell, column, notes)) return 0;
      return failNumber(notes, 'price', problem, column, cell);
    }
    if (!inRoubles && named !== null && named !== currency.code)
      return failCurrency(named, cell, column, notes);
    kopecks = kopecksWithProfit(inRoubles ? reading.value : productOf(reading.value, currency.rate), percent);
  }
  if (kopecks < 0) return failNumber(notes, 'price', 'negative', column, cell);
  if (kopecks > PRICE_MAX) return failNumber(notes, 'price', 'too-large', column, cell);
  return kopecks;
}

/** Notes as an error that a price is in a currency of which nobody has said what it is worth. */
function failCurrency(code: string, { text }: Cell, column: number, notes: Notes): number {
  const message = `Цена в\u00a0${CURRENCIES[code]?.after ?? `валюте ${code}`}: укажите валюту прайса и\u00a0курс`;
  notes.errors.push(createRemark(notes.row, column, 'currency', message, text));
  return 0;
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
