import type { Decimal } from '../../../sheets/decimal.ts';
import { ROUBLE } from './currencies.ts';
import { entriesOf } from './entries.ts';
import { ENTRY_MAX } from './limits.ts';
import { currencyCode } from './money.ts';
import { parseNumber } from './numbers.ts';

/** Roubles for one unit of a currency, by its code. */
export type Rates = Readonly<Record<string, Decimal>>;

/** Reads rates such as `USD=92,5; EUR=100`. Null for nonsense: no currency, roubles, one twice, no rate above 0. */
export function parseRates(text: string): Rates | null {
  const rates: Record<string, Decimal> = {};
  for (const entry of entriesOf(text)) {
    if (entry.length > ENTRY_MAX) return null;
    const [, name = '', digits = ''] = /^([^=:]+)[=:](.+)$/u.exec(entry) ?? [];
    const code = currencyCode(name);
    const rate = parseNumber(digits);
    if (code === null || code === ROUBLE || code in rates || rate === null || rate.units <= 0n) return null;
    rates[code] = rate;
  }
  return rates;
}
