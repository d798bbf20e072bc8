// Reads the upload form of a price list (columns, rules, several sheets) into the settings of an import, and finds
// wrong fields.
import type { ImportError } from '../../../contract/errors.ts';
import { POSITION_NAME_MAX, UPLOAD_RULES, UPLOAD_SHEETS_MAX, type UploadRule } from '../../../contract/limits.ts';
import * as columnsContract from '../../../contract/price-lists/columns.ts';
import * as upload from '../../../contract/price-lists/upload.ts';
import { columnNumber, columnText } from '../../../rules/format/sheet-columns.ts';
import { cleanText, currencyCode, parseNumber } from '../../catalogue/sheets/cell-values.ts';
import { type Decimal, fractionOf, isLess } from '../../platform/sheets/decimal.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import { readDelivery } from '../rules/cells.ts';
import { columnList, columnsOf, ENTRY_MAX, type FormFields, ROW_NUMBER_MAX } from '../rules/form-fields.ts';
import { type BrandRules, parseBrands, parseSynonyms } from '../rules/manufacturers.ts';
import { parseRates, priceRulesOf } from '../rules/price.ts';
import { parseSkipWords, type RowRules } from '../rules/row.ts';
import { parseMarkup, parsePriceUnit, parseRounding, parseVat } from '../rules/selling-price.ts';
import { parseStockWords, STOCK_WORDS } from '../rules/stock.ts';

/** What the upload form says, apart from the file. */
export interface ImportSettings extends RowRules, BrandRules {
  readonly providerId: number | null;
  readonly addNewPositions: boolean;
  readonly startRow: number;
  readonly endRow: number | null;
  readonly sheet: string | null;
  readonly repeated: upload.Repeated;
  readonly missing: upload.Missing;
  /** Each of several sheets, in the order of the form; empty where one is read, as the fields above have it. */
  readonly sheets: readonly SheetMapping[];
}

/** How one of several sheets is read where it differs from the others. */
export interface SheetMapping
  extends Pick<
    ImportSettings,
    | 'startRow'
    | 'endRow'
    | 'columns'
    | 'moreAmounts'
    | 'articleFrom'
    | 'manufacturerFixed'
    | 'isMakerInHeadings'
    | 'currency'
    | 'profit'
    | 'bands'
  > {
  readonly sheet: string;
  /** Headings of its columns when they were chosen; empty where unknown. */
  readonly headers: readonly string[];
  /** Null: it is read where it reads well. */
  readonly take: columnsContract.SheetTake | null;
}

/** Reads the form; unreadable fields have their default, ids null. Of several sheets the first stands for all. */
export function settingsOf(fields: FormFields): ImportSettings {
  const forms = sheetForms(fields) ?? [];
  const [first] = forms;
  if (!first) return { ...settingsOfSheet(fields), sheets: [] };
  return { ...settingsOfSheet(first.fields), sheets: forms.map(mappingOf) };
}

function mappingOf({ fields, headers }: SheetForm): SheetMapping {
  const { startRow, endRow, columns, moreAmounts, ...rules } = settingsOfSheet(fields);
  const { articleFrom, manufacturerFixed, isMakerInHeadings, currency, profit, bands } = rules;
  const layout = { startRow, endRow, columns, moreAmounts };
  const makers = { articleFrom, manufacturerFixed, isMakerInHeadings };
  const take = columnsContract.SHEET_TAKE.find((name) => name === fields.take) ?? null;
  return { sheet: fields.sheet ?? '', headers, take, ...layout, ...makers, currency, profit, bands };
}

function settingsOfSheet(fields: FormFields): Omit<ImportSettings, 'sheets'> {
  const endRow = wholeNumber(fields.endRow);
  return {
    brandId: wholeNumber(fields.brandId),
    providerId: wholeNumber(fields.providerId),
    addNewPositions: (fields.addNewPositionMode ?? '') !== '',
    startRow: wholeNumber(fields.startRow) ?? 1,
    endRow: endRow !== null && endRow < ROW_NUMBER_MAX ? endRow : null,
    sheet: fields.sheet?.trim() || null,
    ...priceRulesOf(fields),
    columns: columnsOf(fields),
    moreAmounts: (columnList(fields.amount ?? '') ?? []).slice(1),
    repeated: upload.REPEATED.find((name) => name === fields.repeated?.trim()) ?? 'last',
    missing: upload.MISSING.find((name) => name === fields.missing?.trim()) ?? 'leave',
    stockWords: { ...STOCK_WORDS, ...parseStockWords(fields.stockWords ?? '') },
    articleFrom: upload.ARTICLE_FROM.find((name) => name === fields.articleFrom?.trim()) ?? null,
    manufacturerFixed: cleanText(fields.manufacturerFixed ?? ''),
    isMakerInHeadings: fields.manufacturerFrom?.trim() === 'groups',
    synonyms: parseSynonyms(fields.synonyms ?? '') ?? {},
    deliveryFixed: readDelivery(fields.deliveryFixed ?? '') ?? null,
    brandByManufacturer: parseBrands(fields.brandByManufacturer ?? '') ?? {},
    priceless: upload.PRICELESS.find((name) => name === fields.priceless?.trim()) ?? 'take',
    skipWords: parseSkipWords(fields.skipWords ?? '') ?? [],
  };
}

/** A whole number from 1 that the text begins with, else null. */
function wholeNumber(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,15})/u.exec(text ?? '')?.[1];
  const number = Number(digits ?? 0);
  return number > 0 ? number : null;
}

interface SheetForm {
  /** The form as it is for this sheet alone. */
  readonly fields: FormFields;
  readonly headers: readonly string[];
}

const NO_LAYOUT: FormFields = Object.fromEntries(columnsContract.SHEET_LAYOUT.map((name) => [name, '']));
const COLUMNS: readonly string[] = columnsContract.UPLOAD_COLUMNS;
const ROWS: readonly string[] = ['startRow', 'endRow'];

/** The forms of the sheets that `sheets` names, in order; [] where empty, null where anything in it is wrong. */
export function sheetForms({ sheets = '', ...fields }: FormFields): readonly SheetForm[] | null {
  if (sheets.trim() === '') return [];
  const listed = parsed(sheets);
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > UPLOAD_SHEETS_MAX) return null;
  const forms: SheetForm[] = [];
  const names = new Set<string>();
  for (const entry of listed as unknown[]) {
    const form = formOf(entry, fields);
    const name = form?.fields.sheet?.toLowerCase() ?? '';
    if (form === null || names.has(name)) return null;
    names.add(name);
    forms.push(form);
  }
  return forms;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function formOf(entry: unknown, fields: FormFields): SheetForm | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const { name, [columnsContract.SHEET_HEADERS]: headers = [], ...said } = entry as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || name.length > POSITION_NAME_MAX) return null;
  if (!Array.isArray(headers) || !headers.every((text) => typeof text === 'string')) return null;
  const texts: Record<string, string> = {};
  for (const [field, value] of Object.entries(said)) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !columnsContract.SHEET_FIELDS.includes(field) || !isRight(field, text.trim()))
      return null;
    texts[field] = text.trim();
  }
  const { startRow = '', endRow = '' } = texts;
  if (endRow !== '' && Number(endRow) < Number(startRow)) return null;
  const others = Object.fromEntries(
    columnsContract.SHEET_PRICES.filter((pair) => pair.some((field) => field in texts))
      .flat()
      .map((field) => [field, '']),
  );
  return { fields: { ...fields, ...NO_LAYOUT, ...others, take: '', ...texts, sheet: name.trim() }, headers };
}

/** Of a field that says where something stands, only what there can be; the rules of the others are checked with the form's. */
function isRight(field: string, text: string): boolean {
  if (text === '') return true;
  if (ROWS.includes(field)) return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= ROW_NUMBER_MAX;
  if (field === 'take') return isOneOf(columnsContract.SHEET_TAKE)(text);
  if (!COLUMNS.includes(field)) return true;
  if (field === 'amount') return columnList(text) !== null;
  return /^(?:\d{1,5}|[A-Z]{1,3})$/.test(columnText(text)) && columnNumber(text) !== null;
}

/** What must not be guessed at and is wrong; null when nothing is. Other fields fall back to their defaults. */
export function wrongField(fields: FormFields): ImportError | null {
  const sheets = sheetForms(fields);
  if (sheets === null) return 'invalid sheets';
  if (sheets.length === 0) return wrongInForm(fields);
  return sheets.map((sheet) => wrongInForm(sheet.fields)).find((wrong) => wrong !== null) ?? null;
}

const wrongInForm = (fields: FormFields): ImportError | null =>
  wrongCurrency(fields) ?? wrongAmount(fields) ?? wrongRepeated(fields) ?? wrongMissing(fields) ?? wrongRule(fields);

function wrongCurrency({ currency = '', rate = '' }: FormFields): ImportError | null {
  if (currency.trim() !== '' && currencyCode(currency) === null) return 'unknown currency';
  if (rate.trim() === '') return null;
  const value = parseNumber(rate);
  return value === null || value.units <= 0n || currency.trim() === '' ? 'invalid rate' : null;
}

/** One column may be named loosely, as ever; of several each must be one. */
function wrongAmount({ amount = '' }: FormFields): ImportError | null {
  const isList = /[,;+]/u.test(amount);
  return isList && columnList(amount) === null ? 'invalid amount columns' : null;
}

function wrongMissing({ missing = '' }: FormFields): ImportError | null {
  return missing.trim() === '' || upload.MISSING.some((name) => name === missing.trim()) ? null : 'invalid missing';
}

function wrongRepeated(fields: FormFields): ImportError | null {
  const repeated = fields.repeated?.trim() ?? '';
  if (repeated === '') return null;
  if (!upload.REPEATED.some((name) => name === repeated)) return 'invalid repeated';
  const columns = columnsOf(fields);
  if ((repeated === 'sum' || repeated === 'largest') && columns.amount === undefined) return 'amount is empty';
  return repeated === 'lowest-price' && columns.price === undefined ? 'price is empty' : null;
}

const isOneOf = (choices: readonly string[]) => (text: string) => text === '' || choices.includes(text);
const isPrice = (text: string) => text === '' || (text.length <= ENTRY_MAX && isNotNegative(parseNumber(text)));
const isNotNegative = (value: Decimal | null): boolean => value !== null && value.units >= 0n;

/** What each rule takes, given its field without outer spaces. */
const TAKES: Readonly<Record<UploadRule, (text: string) => boolean>> = {
  markup: (text) => parseMarkup(text) !== null,
  rounding: (text) => parseRounding(text) !== undefined,
  vat: (text) => parseVat(text) !== undefined,
  priceUnit: (text) => parsePriceUnit(text) !== undefined,
  rates: (text) => parseRates(text) !== null,
  manufacturerFixed: (text) => text === '' || (text.length <= POSITION_NAME_MAX && manufacturerKey(text) !== ''),
  manufacturerFrom: isOneOf(upload.MANUFACTURER_FROM),
  synonyms: (text) => parseSynonyms(text) !== null,
  brandByManufacturer: (text) => parseBrands(text) !== null,
  articleFrom: isOneOf(upload.ARTICLE_FROM),
  deliveryFixed: (text) => text === '' || (text.length <= ENTRY_MAX && typeof readDelivery(text) === 'number'),
  priceless: isOneOf(upload.PRICELESS),
  skipWords: (text) => parseSkipWords(text) !== null,
  stockWords: (text) => parseStockWords(text) !== null,
  minPrice: isPrice,
  maxPrice: isPrice,
};

function wrongRule(fields: FormFields): ImportError | null {
  const said = (name: UploadRule | 'currency' | 'rate') => fields[name]?.trim() ?? '';
  const wrong = UPLOAD_RULES.find((name) => said(name).length > upload.UPLOAD_RULE_MAX || !TAKES[name](said(name)));
  if (wrong) return `invalid ${wrong}`;
  const code = currencyCode(said('currency'));
  if (said('rate') !== '' && code !== null && code in (parseRates(said('rates')) ?? {})) return 'invalid rates';
  const [least, most] = [parseNumber(said('minPrice')), parseNumber(said('maxPrice'))];
  if (least && most && isLess(fractionOf(most), fractionOf(least))) return 'invalid maxPrice';
  const columns = columnsOf(fields);
  if (said('articleFrom') === 'code' && columns.code === undefined) return 'code is empty';
  if (/title$/u.test(said('articleFrom')) && columns.title === undefined) return 'title is empty';
  const needsPrice = said('priceless') === 'skip' || least !== null || most !== null;
  return needsPrice && columns.price === undefined ? 'price is empty' : null;
}
