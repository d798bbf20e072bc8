import {
  ARTICLE_FROM,
  MISSING,
  type Missing,
  PRICELESS,
  REPEATED,
  type Repeated,
} from '../../../contract/upload.ts';
import type { FormFields } from './form-fields.ts';
import { type BrandRules, parseBrands } from './rules/brands.ts';
import { columnList, columnsOf } from './rules/columns.ts';
import { readDelivery } from './rules/delivery.ts';
import { ROW_NUMBER_MAX } from './rules/limits.ts';
import { parseSynonyms } from './rules/makers.ts';
import { priceRulesOf } from './rules/price-rules.ts';
import type { RowRules } from './rules/row.ts';
import { parseSkipWords } from './rules/skipping.ts';
import { STOCK_WORDS } from './rules/stock-words.ts';
import { cleanText } from './rules/text.ts';
import { type SheetForm, sheetForms } from './sheet-forms.ts';

/** What the upload form says, apart from the file. */
export interface ImportSettings extends RowRules, BrandRules {
  readonly providerId: number | null;
  readonly addNewPositions: boolean;
  readonly startRow: number;
  readonly endRow: number | null;
  readonly sheet: string | null;
  readonly repeated: Repeated;
  readonly missing: Missing;
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
  /** What its columns were called when they were chosen; empty where nobody knows. */
  readonly headers: readonly string[];
}

export type { FormFields };

/**
 * Reads the fields of the form; what cannot be read has its default, ids are null then. Of several sheets the first one
 * stands for all where a run is asked how it was read.
 */
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
  return { sheet: fields.sheet ?? '', headers, ...layout, ...makers, currency, profit, bands };
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
    repeated: REPEATED.find((name) => name === fields.repeated?.trim()) ?? 'last',
    missing: MISSING.find((name) => name === fields.missing?.trim()) ?? 'leave',
    stockWords: STOCK_WORDS,
    articleFrom: ARTICLE_FROM.find((name) => name === fields.articleFrom?.trim()) ?? null,
    manufacturerFixed: cleanText(fields.manufacturerFixed ?? ''),
    isMakerInHeadings: fields.manufacturerFrom?.trim() === 'groups',
    synonyms: parseSynonyms(fields.synonyms ?? '') ?? {},
    deliveryFixed: readDelivery(fields.deliveryFixed ?? '') ?? null,
    brandByManufacturer: parseBrands(fields.brandByManufacturer ?? '') ?? {},
    priceless: PRICELESS.find((name) => name === fields.priceless?.trim()) ?? 'take',
    skipWords: parseSkipWords(fields.skipWords ?? '') ?? [],
  };
}

/** A whole number from 1 that the text begins with, else null. */
function wholeNumber(text: string | undefined): number | null {
  const digits = /^\s*(\d{1,15})/u.exec(text ?? '')?.[1];
  const number = Number(digits ?? 0);
  return number > 0 ? number : null;
}
