import { VAT_PERCENT_MAX } from '../../../../contract/limits.ts';
import { type Decimal, type Fraction, timesFraction } from '../../../sheets/decimal.ts';
import { numberOf, parseNumber } from './numbers.ts';

/** Whether value added tax is put on the prices of a list or taken out of them, in per cent of the price without it. */
export interface Vat {
  readonly by: 'add' | 'remove';
  readonly percent: Decimal;
}

const SHAPE = /^(add|remove)\s*:\s*(\d{1,3}(?:[.,]\d+)?)\s*%?$/u;

/** Reads `add:20` or `remove:20`. Undefined for nonsense, null for none. */
export function parseVat(text: string): Vat | null | undefined {
  const said = text.trim().toLowerCase();
  if (said === '') return null;
  const [, by, digits = ''] = SHAPE.exec(said) ?? [];
  const percent = parseNumber(digits);
  if (percent === null || percent.units <= 0n || numberOf(percent) > VAT_PERCENT_MAX) return undefined;
  return { by: by === 'add' ? 'add' : 'remove', percent };
}

/** The price with or without the tax, exactly. */
export function withVat(price: Fraction, { by, percent: { units, scale } }: Vat): Fraction {
  const whole = 100n * 10n ** BigInt(scale);
  const taxed = whole + units;
  return timesFraction(price, by === 'add' ? { over: taxed, under: whole } : { over: whole, under: taxed });
}
