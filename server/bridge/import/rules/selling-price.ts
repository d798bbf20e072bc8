import {
  type Decimal,
  type Fraction,
  fractionOf,
  roundedFraction,
  timesFraction,
} from '../../../sheets/decimal.ts';
import { bandPercent, type MarkupBand } from './markup.ts';
import { type Rounding, roundPrice } from './rounding.ts';
import { type Vat, withVat } from './vat.ts';

/** How the price of a list becomes that of the shop: currency, tax, mark-up, rounding, in this order. */
export interface SellingRules {
  readonly vat: Vat | null;
  /** Percentages by the price after currency and tax; outside of them `profit` holds. */
  readonly bands: readonly MarkupBand[];
  readonly profit: Decimal;
  readonly rounding: Rounding | null;
}

const KOPECKS = { over: 100n, under: 1n };

/** What a position costs the shop, in roubles: a price at its rate, with or without the tax. */
export function purchasePrice(price: Decimal, rate: Decimal | null, vat: Vat | null): Fraction {
  const roubles = rate ? timesFraction(fractionOf(price), fractionOf(rate)) : fractionOf(price);
  return vat ? withVat(roubles, vat) : roubles;
}

/**
 * The selling price in kopecks. The percentage of the row wins over that of the band, which wins over that of the
 * list; kopecks are rounded half up once, and then as the rules round prices.
 */
export function sellingKopecks(
  purchase: Fraction,
  ownPercent: Decimal | null,
  { bands, profit, rounding }: SellingRules,
): number {
  const { units, scale } = ownPercent ?? bandPercent(bands, purchase) ?? profit;
  const whole = 100n * 10n ** BigInt(scale);
  const marked = timesFraction(purchase, { over: whole + units, under: whole });
  const kopecks = Number(roundedFraction(timesFraction(marked, KOPECKS)));
  return rounding ? roundPrice(kopecks, rounding) : kopecks;
}
