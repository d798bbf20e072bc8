// How the price of a supplier's row becomes the price of the shop: currency, tax, mark-up, rounding, limits; reads
// these rules from the upload form.
import { MARKUP_BANDS_MAX, MARKUP_PERCENT_MAX, ROUNDING_STEP_MAX, VAT_PERCENT_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { readPriceWords } from '../../../rules/price-lists/price-words.ts';
import * as cellValues from '../../catalogue/sheets/cell-values.ts';
import type { Cell } from '../../platform/sheet-reader/messages.ts';
import {
  type Decimal,
  type Fraction,
  fractionOf,
  isLess,
  roundedFraction,
  timesFraction,
} from '../../platform/sheets/decimal.ts';
import { failNumber, type Notes } from './cells.ts';
import { createRemark, ENTRY_MAX, entriesOf, type FormFields, PRICE_MAX } from './form-fields.ts';

/** In what the prices of a list are: those that name no currency are in this one. */
interface PriceCurrency {
  readonly code: string;
  /** Roubles for one unit of it; never applied to a price in roubles. */
  readonly rate: Decimal;
}

const ROUBLES: PriceCurrency = { code: cellValues.ROUBLE, rate: { units: 1n, scale: 0 } };

/** How the prices of a list are read. */
export interface PriceRules extends SellingRules {
  readonly currency: PriceCurrency;
  /** The currency that the heading of the price column names, as if it stood in every cell that names none. */
  readonly headingCurrency: string | null;
  readonly rates: Rates;
  /** Prices after currency and tax, in roubles, outside of which a row is left out. */
  readonly minPrice: Decimal | null;
  readonly maxPrice: Decimal | null;
}

/** Prices as they stand, in roubles. */
export const PLAIN_PRICES: PriceRules = {
  currency: ROUBLES,
  headingCurrency: null,
  rates: {},
  vat: null,
  bands: [],
  profit: { units: 0n, scale: 0 },
  rounding: null,
  minPrice: null,
  maxPrice: null,
};

/** What the row says of its price in other cells. */
interface RowPrice {
  /** Per cent; null for none. */
  readonly percent: Decimal | null;
  /** The code of the currency that a column of its own names; null for none. */
  readonly currency: string | null;
}

interface PriceReading {
  /** Selling price; 0 means that there is none. */
  readonly kopecks: number;
  /** The price is below or above what the list is taken for. */
  readonly isOutside: boolean;
}

const NO_PRICE: PriceReading = { kopecks: 0, isOutside: false };

/** Empty, a dash and words that put it off: no price. Errors: other words, negative, unknown or ambiguous currency. */
export function readPrice(cell: Cell, column: number, rules: PriceRules, row: RowPrice, notes: Notes): PriceReading {
  if (cell.kind === 'empty') return NO_PRICE;
  const { amount, currency: named } = cellValues.readMoney(cell.text);
  const code = named ?? row.currency ?? rules.headingCurrency ?? rules.currency.code;
  const quick =
    isPlain(rules, row, code) && cell.kind === 'number' ? cellValues.quickHundredths(cell.number ?? 0) : null;
  if (quick !== null) return checked(quick, cell, column, notes);
  const reading = cellValues.readNumber(cell.kind === 'text' ? { ...cell, text: amount } : cell);
  if (reading.kind !== 'value') {
    const problem = reading.kind === 'words' ? 'not-a-number' : reading.problem;
    if (cell.kind !== 'text' || !isNoPrice(cell, column, notes)) failNumber(notes, 'price', problem, column, cell);
    return NO_PRICE;
  }
  if (named !== null && row.currency !== null && named !== row.currency) {
    const message = typographed(`Цена ${cellValues.inCurrency(named)}, а столбец валюты называет другую`);
    return failCurrency(message, cell, column, notes);
  }
  const rate = rateOf(code, rules);
  if (rate === undefined) {
    const message = typographed(`Цена ${cellValues.inCurrency(code)}: укажите валюту прайса и курс`);
    return failCurrency(message, cell, column, notes);
  }
  const purchase = purchasePrice(reading.value, rate, rules.vat);
  const price = checked(sellingKopecks(purchase, row.percent, rules), cell, column, notes);
  return { ...price, isOutside: price.kopecks > 0 && isOutside(purchase, rules) };
}

/** Whether a number of the sheet is the price as it stands. */
function isPlain(rules: PriceRules, { percent }: RowPrice, code: string): boolean {
  const { vat, bands, profit, rounding, minPrice, maxPrice } = rules;
  if (vat || rounding || minPrice || maxPrice || bands.length > 0) return false;
  return (percent ?? profit).units === 0n && code === cellValues.ROUBLE;
}

/** Roubles for one unit, null for roubles; undefined for a currency that the rules do not know. */
function rateOf(code: string, { currency, rates }: PriceRules): Decimal | null | undefined {
  if (code === cellValues.ROUBLE) return null;
  return code === currency.code ? currency.rate : rates[code];
}

function checked(kopecks: number, cell: Cell, column: number, notes: Notes): PriceReading {
  if (kopecks < 0) failNumber(notes, 'price', 'negative', column, cell);
  else if (kopecks > PRICE_MAX) failNumber(notes, 'price', 'too-large', column, cell);
  return { kopecks, isOutside: false };
}

const isOutside = (purchase: Fraction, { minPrice, maxPrice }: PriceRules): boolean =>
  (minPrice !== null && isLess(purchase, fractionOf(minPrice))) ||
  (maxPrice !== null && isLess(fractionOf(maxPrice), purchase));

function failCurrency(message: string, { text }: Cell, column: number, notes: Notes): PriceReading {
  notes.errors.push(createRemark(notes.row, column, 'currency', message, text));
  return NO_PRICE;
}

/** Whether the text says that there is no price; one said in words is worth a warning. */
function isNoPrice({ text }: Cell, column: number, notes: Notes): boolean {
  const said = readPriceWords(text);
  if (said === 'none') {
    const message = typographed('Вместо цены слова: позиция осталась без цены');
    notes.warnings.push(createRemark(notes.row, column, 'price-in-words', message, text));
  }
  return said !== 'unknown';
}

/** How the form has prices read; what cannot be read changes nothing. */
export function priceRulesOf(fields: FormFields): PriceRules {
  const rates = parseRates(fields.rates ?? '') ?? {};
  return {
    profit: cellValues.parseNumber(fields.profit ?? '') ?? { units: 0n, scale: 0 },
    currency: currencyOf(fields, rates),
    headingCurrency: null,
    rates,
    vat: parseVat(fields.vat ?? '') ?? null,
    bands: parseMarkup(fields.markup ?? '') ?? [],
    rounding: parseRounding(fields.rounding ?? '') ?? null,
    minPrice: cellValues.parseNumber(fields.minPrice ?? ''),
    maxPrice: cellValues.parseNumber(fields.maxPrice ?? ''),
  };
}

/** The currency of the list; with no rate in either field one unit of it is one rouble. */
function currencyOf({ currency = '', rate = '' }: FormFields, rates: Rates): PriceCurrency {
  const code = cellValues.currencyCode(currency);
  return code === null ? ROUBLES : { code, rate: cellValues.parseNumber(rate) ?? rates[code] ?? ROUBLES.rate };
}

/** How the price of a list becomes that of the shop: currency, tax, mark-up, rounding, in this order. */
interface SellingRules {
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

/** Kopecks. A row's percentage wins over the band's, that over the list's; rounded half up, then as rules round. */
export function sellingKopecks(purchase: Fraction, ownPercent: Decimal | null, rules: SellingRules): number {
  const { bands, profit, rounding } = rules;
  const { units, scale } = ownPercent ?? bandPercent(bands, purchase) ?? profit;
  const whole = 100n * 10n ** BigInt(scale);
  const marked = timesFraction(purchase, { over: whole + units, under: whole });
  const kopecks = Number(roundedFraction(timesFraction(marked, KOPECKS)));
  return rounding ? roundPrice(kopecks, rounding) : kopecks;
}

/** A percentage on the prices from `from` up to, but without, `to`, both in kopecks; null has no upper end. */
interface MarkupBand {
  readonly from: number;
  readonly to: number | null;
  readonly percent: Decimal;
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
export function bandPercent(bands: readonly MarkupBand[], price: Fraction): Decimal | null {
  for (const { from, to, percent } of bands) {
    if (isLess(price, kopecks(from))) return null;
    if (to === null || isLess(price, kopecks(to))) return percent;
  }
  return null;
}

const kopecks = (count: number): Fraction => ({ over: BigInt(count), under: 100n });

/** To which prices a selling price is rounded: multiples of `step` less `less`, both in kopecks. */
export interface Rounding {
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
export function roundPrice(kopecks: number, { step, less, direction }: Rounding): number {
  if (kopecks <= 0) return kopecks;
  const rest = (kopecks + less) % step;
  const isUp = direction === 'up' ? rest > 0 : rest * 2 >= step;
  const rounded = kopecks - rest + (isUp ? step : 0);
  return rounded > 0 ? rounded : rounded + step;
}

/** Whether value added tax is put on the prices of a list or taken out of them, in per cent of the price without it. */
interface Vat {
  readonly by: 'add' | 'remove';
  readonly percent: Decimal;
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

/** The price with or without the tax, exactly. */
function withVat(price: Fraction, { by, percent: { units, scale } }: Vat): Fraction {
  const whole = 100n * 10n ** BigInt(scale);
  const taxed = whole + units;
  return timesFraction(price, by === 'add' ? { over: taxed, under: whole } : { over: whole, under: taxed });
}

/** Roubles for one unit of a currency, by its code. */
type Rates = Readonly<Record<string, Decimal>>;

/** Reads rates such as `USD=92,5; EUR=100`. Null for nonsense: no currency, roubles, one twice, no rate above 0. */
export function parseRates(text: string): Rates | null {
  const rates: Record<string, Decimal> = {};
  for (const entry of entriesOf(text)) {
    if (entry.length > ENTRY_MAX) return null;
    const [, name = '', digits = ''] = /^([^=:]+)[=:](.+)$/u.exec(entry) ?? [];
    const code = cellValues.currencyCode(name);
    const rate = cellValues.parseNumber(digits);
    if (code === null || code === cellValues.ROUBLE || code in rates || rate === null || rate.units <= 0n) return null;
    rates[code] = rate;
  }
  return rates;
}
