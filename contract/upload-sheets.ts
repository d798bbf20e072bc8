import { UPLOAD_COLUMNS } from './upload-columns.ts';

/**
 * What one of several sheets says in the field `sheets` of the upload form, a JSON list of objects: `name`, which is the
 * title of the sheet, and any of these fields of the form, which hold for this sheet alone. A row or column that a sheet
 * does not name is not given: neither the form nor a default stands in for it.
 */
export const SHEET_LAYOUT: readonly string[] = ['startRow', 'endRow', ...UPLOAD_COLUMNS];

/**
 * What a sheet may say of its prices, in pairs: one that says anything of a pair says all of it, and what it leaves out is
 * none; of a pair that it does not name the form's counts.
 */
export const SHEET_PRICES = [
  ['currency', 'rate'],
  ['profit', 'markup'],
] as const;
export type SheetPriceField = (typeof SHEET_PRICES)[number][number];

export const SHEET_FIELDS: readonly string[] = [
  ...SHEET_LAYOUT,
  ...SHEET_PRICES.flat(),
  'articleFrom',
  'manufacturerFixed',
  'manufacturerFrom',
];

/** Beside them, the heading of each column: what a sheet has to have where it is read by a preset. */
export const SHEET_HEADERS = 'headers';
