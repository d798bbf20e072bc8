/** How the price of a list becomes that of the shop, and how a form writes the rules of that. */
import { MARKUP_BANDS_MAX, MARKUP_PERCENT_MAX, ROUNDING_STEP_MAX, VAT_PERCENT_MAX } from '../../../contract/limits.ts';
import * as cellValues from '../../catalogue/sheets/cell-values.ts';
import * as decimals from '../../platform/sheets/decimal.ts';
import { ENTRY_MAX, entriesOf, PRICE_MAX } from './form-fields.ts';

/** How the price of a list becomes that of the shop: currency, tax, mark-up, rounding, in this order. */
export interface SellingRules {
  readonly vat: Vat | null;
  /** Percentages by the price after currency and tax; outside of them `profit` holds. */
  readonly bands: readonly MarkupBand[];
  readonly profit: decimals.Decimal;
  readonly rounding: Rounding | null;
}

const KOPECKS = { over: 100n, under: 1n };

/** What a position costs the shop, in roubles: a price for one piece at its rate, with or without the tax. */
export function purchasePrice(
  price: decimals.Decimal,
  rate: decimals.Decimal | null,
  vat: Vat | null,
  unit: PriceUnit | null,
): decimals.Fraction {
  const one = decimals.fractionOf(price);
  const priced = unit ? decimals.timesFraction(one, { over: BigInt(unit.times), under: BigInt(unit.per) }) : one;
  const roubles = rate ? decimals.timesFraction(priced, decimals.fractionOf(rate)) : priced;
  return vat ? withVat(roubles, vat) : roubles;
}

/** How many roubles the prices of a list count in, and for how many pieces they are. */
export interface PriceUnit {
  readonly times: number;
  readonly per: number;
}

const UNIT_SHAPE = /^(?:x(\d{1,7}))?(?:\/(\d{1,7}))?$/u;

/** Reads `x1000` (thousands of roubles), `/100` (for a hundred pieces), both, or `1`. Undefined for nonsense, null for none. */
export function parsePriceUnit(text: string): PriceUnit | null | undefined {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/^[х×*]/u, 'x');
  if (said === '') return null;
  if (said === '1') return { times: 1, per: 1 };
  const [, times = '1', per = '1'] = UNIT_SHAPE.exec(said) ?? [undefined, '0'];
  const unit = { times: Number(times), per: Number(per) };
  return unit.times > 0 && unit.per > 0 ? unit : undefined;
}

/** Kopecks. A row's percentage wins over the band's, that over the list's; rounded half up, then as rules round. */
export function sellingKopecks(
  purchase: decimals.Fraction,
  ownPercent: decimals.Decimal | null,
  rules: SellingRules,
): number {
  const { bands, profit, rounding } = rules;
  const { units, scale } = ownPercent ?? bandPercent(bands, purchase) ?? profit;
  const whole = 100n * 10n ** BigInt(scale);
  const marked = decimals.timesFraction(purchase, { over: whole + units, under: whole });
  const kopecks = Number(decimals.roundedFraction(decimals.timesFraction(marked, KOPECKS)));
  return rounding ? roundPrice(kopecks, rounding) : kopecks;
}

/** A percentage on the prices from `from` up to, but without, `to`, both in kopecks; null has no upper end. */
interface MarkupBand {
  readonly from: number;
  readonly to: number | null;
  readonly percent: decimals.Decimal;
}

const NUMBER = String.raw`\d[\d \u00a0]*(?:[.,]\d{1,2})?`;
const BAND = new RegExp(String.raw`^(${NUMBER})\s*[-–—]\s*(${NUMBER})?\s*[:=]\s*([-−]?\s*\d+(?:[.,]\d+)?)\s*%?$`, 'u');

/** Reads `0-1000:30; 1000-5000:20; 5000-:10`, any order; [] for an empty text, null for nonsense, overlaps and gaps. */
export function parseMarkup(text: string): readonly MarkupBand[] | null {
  const pieces = entriesOf(text);
  const bands = pieces.map(bandOf).filter((band) => band !== null);
  if (bands.length < pieces.length || bands.length > MARKUP_BANDS_MAX) return null;
  const sorted = bands.toSorted((one, other) => one.from - other.from);
  const areJoined = sorted.every((band, at) => at === 0 || sorted[at - 1]?.to === band.from);
  return areJoined ? sorted : null;
}

function bandOf(piece: string): MarkupBand | null {
  if (piece.length > ENTRY_MAX) return null;
  const [, from, to, percent] = BAND.exec(piece) ?? [];
  if (from === undefined || percent === undefined) return null;
  const band = { from: kopecksOf(from), to: to === undefined ? null : kopecksOf(to) };
  const value = cellValues.parseNumber(percent);
  if (value === null || cellValues.numberOf(value) <= -100 || cellValues.numberOf(value) > MARKUP_PERCENT_MAX)
    return null;
  if (Number.isNaN(band.from) || (band.to !== null && !(band.from < band.to))) return null;
  return { ...band, percent: value };
}

function kopecksOf(roubles: string): number {
  const value = cellValues.parseNumber(roubles);
  const kopecks = value === null ? Number.NaN : cellValues.hundredths(value);
  return kopecks <= PRICE_MAX ? kopecks : Number.NaN;
}

/** The percentage for a price in roubles; null when it is in no band. */
function bandPercent(bands: readonly MarkupBand[], price: decimals.Fraction): decimals.Decimal | null {
  for (const { from, to, percent } of bands) {
    if (decimals.isLess(price, kopecks(from))) return null;
    if (to === null || decimals.isLess(price, kopecks(to))) return percent;
  }
  return null;
}

const kopecks = (count: number): decimals.Fraction => ({ over: BigInt(count), under: 100n });

/** To which prices a selling price is rounded: multiples of `step` less `less`, both in kopecks. */
interface Rounding {
  readonly step: number;
  readonly less: number;
  readonly direction: 'up' | 'nearest';
}

const ROUNDING_SHAPE = /^(?:(up|nearest)\s*:\s*)?(\d{1,6})(?:\s*-\s*(\d{1,6}))?$/u;

/** Reads `10`, `up:50`, `up:100-10` (up to a price that ends in 90). Undefined for nonsense, null for none. */
export function parseRounding(text: string): Rounding | null | undefined {
  const said = text.trim().toLowerCase();
  if (said === '' || said === 'none') return null;
  const [, direction, roubles, less = '0'] = ROUNDING_SHAPE.exec(said) ?? [];
  const step = Number(roubles);
  if (!(step >= 1 && step <= ROUNDING_STEP_MAX && Number(less) < step)) return undefined;
  return { step: step * 100, less: Number(less) * 100, direction: direction === 'up' ? 'up' : 'nearest' };
}

/** Kopecks as the rule has them; half goes up, no price stays none, and no price becomes none. */
function roundPrice(kopecks: number, { step, less, direction }: Rounding): number {
  if (kopecks <= 0) return kopecks;
  const rest = (kopecks + less) % step;
  const isUp = direction === 'up' ? rest > 0 : rest * 2 >= step;
  const rounded = kopecks - rest + (isUp ? step : 0);
  return rounded > 0 ? rounded : rounded + step;
}

/** Whether value added tax is put on the prices of a list or taken out of them, in per cent of the price without it. */
interface Vat {
  readonly by: 'add' | 'remove';
  readonly percent: decimals.Decimal;
}

const VAT_SHAPE = /^(add|remove)\s*:\s*(\d{1,3}(?:[.,]\d+)?)\s*%?$/u;

/** Reads `add:20` or `remove:20`. Undefined for nonsense, null for none. */
export function parseVat(text: string): Vat | null | undefined {
  const said = text.trim().toLowerCase();
  if (said === '') return null;
  const [, by, digits = ''] = VAT_SHAPE.exec(said) ?? [];
  const percent = cellValues.parseNumber(digits);
  if (percent === null || percent.units <= 0n || cellValues.numberOf(percent) > VAT_PERCENT_MAX) return undefined;
  return { by: by === 'add' ? 'add' : 'remove', percent };
}

function withVat(price: decimals.Fraction, { by, percent: { units, scale } }: Vat): decimals.Fraction {
  const whole = 100n * 10n ** BigInt(scale);
  const taxed = whole + units;
  return decimals.timesFraction(price, by === 'add' ? { over: taxed, under: whole } : { over: whole, under: taxed });
}
