import type { FormFields } from '../form-fields.ts';
import { parseMarkup } from './markup.ts';
import { currencyCode } from './money.ts';
import { parseNumber } from './numbers.ts';
import { type PriceCurrency, type PriceRules, ROUBLES } from './price.ts';
import { parseRates, type Rates } from './rates.ts';
import { parseRounding } from './rounding.ts';
import { parseVat } from './vat.ts';

/** How the form has prices read; what cannot be read changes nothing. */
export function priceRulesOf(fields: FormFields): PriceRules {
  const rates = parseRates(fields.rates ?? '') ?? {};
  return {
    profit: parseNumber(fields.profit ?? '') ?? { units: 0n, scale: 0 },
    currency: currencyOf(fields, rates),
    headingCurrency: null,
    rates,
    vat: parseVat(fields.vat ?? '') ?? null,
    bands: parseMarkup(fields.markup ?? '') ?? [],
    rounding: parseRounding(fields.rounding ?? '') ?? null,
    minPrice: parseNumber(fields.minPrice ?? ''),
    maxPrice: parseNumber(fields.maxPrice ?? ''),
  };
}

/** The currency of the list; with no rate in either field one unit of it is one rouble. */
function currencyOf({ currency = '', rate = '' }: FormFields, rates: Rates): PriceCurrency {
  const code = currencyCode(currency);
  return code === null ? ROUBLES : { code, rate: parseNumber(rate) ?? rates[code] ?? ROUBLES.rate };
}
