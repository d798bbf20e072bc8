import { REPEATED, type Repeated } from '../../../contract/upload.ts';
import { columnList, columnsOf } from './rules/columns.ts';
import { ROW_NUMBER_MAX } from './rules/limits.ts';
import { currencyCode } from './rules/money.ts';
import { parseNumber } from './rules/numbers.ts';
import { type PriceCurrency, ROUBLES } from './rules/price.ts';
import type { RowRules } from './rules/row.ts';
import { STOCK_WORDS } from './rules/stock-words.ts';

/** What the upload form says, apart from the file. */
export interface ImportSettings extends RowRules {
  readonly brandId: number | null;
  readonly providerId: number | null;
  readonly addNewPositions: boolean;
  readonly startRow: number;
  readonly endRow: number | null;
  readonly sheet: string | null;
  readonly repeated: Repeated;
}

export type FormFields = Readonly<Record<string, string | undefined>>;

/** Reads the fields of the form; what cannot be read has its default, ids are null then. */
export function settingsOf(fields: FormFields): ImportSettings {
  const endRow = wholeNumber(fields.endRow);
  return {
    brandId: wholeNumber(fields.brandId),
    providerId: wholeNumber(fields.providerId),
    addNewPositions: (fields.addNewPositionMode ?? '') !== '',
    startRow: wholeNumber(fields.startRow) ?? 1,
    endRow: endRow !== null && endRow < ROW_NUMBER_MAX ? endRow : null,
    sheet: fields.sheet?.trim() || null,
    profit: parseNumber(fields.profit ?? '') ?? { units: 0n, scale: 0 },
    columns: columnsOf(fields),
    moreAmounts: (columnList(fields.amount ?? '') ?? []).slice(1),
    repeated: REPEATED.find((name) => name === fields.repeated?.trim()) ?? 'last',
    currency: currencyOf(fields),
    stockWords: STOCK_WORDS,
  };
}

/** The currency of the list; without a rate one unit of it is one rouble. */
function currencyOf({ currency = '', rate = '' }: FormFields): PriceCurrency {
  const code = currencyCode(currency);
  return code === null ? ROUBLES : { code, rate: parseNumber(rate) ?? ROUBLES.rate };
}

/** A whole number from 1 that the text begins with, else null. */
function wholeNumber(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,15})/u.exec(text ?? '')?.[1];
  const number = Number(digits ?? 0);
  return number > 0 ? number : null;
}
