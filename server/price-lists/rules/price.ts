// How the price of a supplier's row becomes the price of the shop: currency, tax, mark-up, rounding, limits; reads
// these rules from the upload form.
import type { RowReport, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { readPriceWords } from '../../../rules/price-lists/price-words.ts';
import * as cellValues from '../../catalogue/sheets/cell-values.ts';
import type { Cell } from '../../platform/sheet-reader/messages.ts';
import { type Decimal, type Fraction, fractionOf, isLess } from '../../platform/sheets/decimal.ts';
import { failNumber, type Notes } from './cells.ts';
import { createRemark, ENTRY_MAX, entriesOf, type FormFields, PRICE_MAX } from './form-fields.ts';
import * as selling from './selling-price.ts';

type PriceUnit = selling.PriceUnit;

/** In what the prices of a list are: those that name no currency are in this one. */
interface PriceCurrency {
  readonly code: string;
  /** Roubles for one unit of it; never applied to a price in roubles. */
  readonly rate: Decimal;
}

const ROUBLES: PriceCurrency = { code: cellValues.ROUBLE, rate: { units: 1n, scale: 0 } };

/** How the prices of a list are read. */
export interface PriceRules extends selling.SellingRules {
  readonly currency: PriceCurrency;
  /** The currency that the heading of the price column names, as if it stood in every cell that names none. */
  readonly headingCurrency: string | null;
  /** For what the prices of the list are; null: as the heading of their column says. */
  readonly priceUnit: PriceUnit | null;
  readonly headingUnit: PriceUnit | null;
  readonly rates: Rates;
  /** Prices after currency and tax, in roubles, outside of which a row is left out. */
  readonly minPrice: Decimal | null;
  readonly maxPrice: Decimal | null;
}

/** Prices as they stand, in roubles. */
export const PLAIN_PRICES: PriceRules = {
  currency: ROUBLES,
  headingCurrency: null,
  priceUnit: null,
  headingUnit: null,
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

/** Kopecks behind a dash: no range of prices goes down to less than a hundred. */
const KOPECKS_BEHIND_DASH = /^(\d[\d ]*\d{2}) ?[-–—] ?(\d{2})$/u;

const NO_PRICE: PriceReading = { kopecks: 0, isOutside: false };

/** Empty, a dash and words that put it off: no price. Errors: other words, negative, unknown or ambiguous currency. */
export function readPrice(cell: Cell, column: number, rules: PriceRules, row: RowPrice, notes: Notes): PriceReading {
  if (cell.kind === 'empty') return NO_PRICE;
  if (cellValues.isPercent(cell.text)) {
    failNumber(notes, 'price', 'percent', column, cell);
    return NO_PRICE;
  }
  const { amount, currency: named } = cellValues.readMoney(cell.text);
  const code = named ?? row.currency ?? rules.headingCurrency ?? rules.currency.code;
  const quick =
    isPlain(rules, row, code) && cell.kind === 'number' ? cellValues.quickHundredths(cell.number ?? 0) : null;
  if (quick !== null) return checked(quick, cell, column, notes);
  const reading = cellValues.readNumber(
    cell.kind === 'text' ? { ...cell, text: amount.replace(KOPECKS_BEHIND_DASH, '$1=$2') } : cell,
  );
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
  const purchase = selling.purchasePrice(reading.value, rate, rules.vat, unitOf(rules));
  const price = checked(selling.sellingKopecks(purchase, row.percent, rules), cell, column, notes);
  return { ...price, isOutside: price.kopecks > 0 && isOutside(purchase, rules) };
}

/** Whether a number of the sheet is the price as it stands. */
function isPlain(rules: PriceRules, { percent }: RowPrice, code: string): boolean {
  const { vat, bands, profit, rounding, minPrice, maxPrice } = rules;
  if (unitOf(rules) || vat || rounding || minPrice || maxPrice || bands.length > 0) return false;
  return (percent ?? profit).units === 0n && code === cellValues.ROUBLE;
}

const unitOf = ({ priceUnit, headingUnit }: PriceRules): PriceUnit | null => priceUnit ?? headingUnit;

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

/** How the heading of a column of prices has them read where its cells do not say otherwise. */
export type HeadingPrices = Pick<PriceRules, 'headingCurrency' | 'headingUnit'>;

/** What stands above a table about its prices. */
interface PriceCaptions {
  readonly currency?: string;
  readonly unit?: string;
}

/** What the heading of the prices of a sheet says, or else the caption above the table, and what is to be reported of it beside what the form says. */
export function readPriceHeading(
  text: string,
  { currency, priceUnit }: PriceRules,
  place: number,
  { currency: caption = '', unit: above = '' }: PriceCaptions = {},
) {
  const own = cellValues.currencyInHeading(text);
  const code = own ?? cellValues.currencyInHeading(caption);
  const unit = cellValues.priceUnitOf(text, above);
  const isAbove = cellValues.priceUnitInHeading(text) === null;
  const unitSaid = isAbove ? above : text;
  const headingUnit = selling.parsePriceUnit(unit ?? '') ?? null;
  const warnings: RowReport[] = [];
  if (code !== null && code !== currency.code) {
    const where = own === null ? 'Над таблицей' : 'В заголовке столбца цены';
    const message = `${where} названа валюта: цены прочитаны как цены ${cellValues.inCurrency(code)}`;
    warnings.push(
      createRemark(place, null, 'currency-in-heading', typographed(message), own === null ? caption : text),
    );
  }
  if (headingUnit !== null && priceUnit === null) {
    const where = isAbove ? 'Над таблицей' : 'В заголовке столбца цены';
    const message = `${where} названа единица: цены пересчитаны на штуку в рублях (${unitText(headingUnit)})`;
    warnings.push(createRemark(place, null, 'unit-in-heading', typographed(message), unitSaid));
  }
  const isAsked = unit === cellValues.PACK_PRICES && priceUnit === null;
  const asked = typographed(
    `Цены названы не за штуку («${unitSaid}»): укажите в правилах, за сколько штук цена, или 1, если товар так и продаётся.`,
  );
  const doubts: UploadDoubt[] = isAsked ? [{ kind: 'price-unit', text: asked }] : [];
  return { prices: { headingCurrency: code, headingUnit } satisfies HeadingPrices, warnings, doubts };
}

const unitText = ({ times, per }: PriceUnit): string =>
  [times > 1 && `умножены на ${times}`, per > 1 && `разделены на ${per}`].filter(Boolean).join(', ');

/** How the form has prices read; what cannot be read changes nothing. */
export function priceRulesOf(fields: FormFields): PriceRules {
  const rates = parseRates(fields.rates ?? '') ?? {};
  return {
    profit: cellValues.parseNumber(fields.profit ?? '') ?? { units: 0n, scale: 0 },
    currency: currencyOf(fields, rates),
    headingCurrency: null,
    priceUnit: selling.parsePriceUnit(fields.priceUnit ?? '') ?? null,
    headingUnit: null,
    rates,
    vat: selling.parseVat(fields.vat ?? '') ?? null,
    bands: selling.parseMarkup(fields.markup ?? '') ?? [],
    rounding: selling.parseRounding(fields.rounding ?? '') ?? null,
    minPrice: cellValues.parseNumber(fields.minPrice ?? ''),
    maxPrice: cellValues.parseNumber(fields.maxPrice ?? ''),
  };
}

/** The currency of the list; with no rate in either field one unit of it is one rouble. */
function currencyOf({ currency = '', rate = '' }: FormFields, rates: Rates): PriceCurrency {
  const code = cellValues.currencyCode(currency);
  return code === null ? ROUBLES : { code, rate: cellValues.parseNumber(rate) ?? rates[code] ?? ROUBLES.rate };
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
