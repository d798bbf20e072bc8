import { UPLOAD_COLUMNS } from './upload-columns.ts';

/**
 * What one of several sheets says in the field `sheets` of the upload form, a JSON list of objects: `name`, which is the
 * title of the sheet, and any of these fields of the form, which hold for this sheet alone. A row or column that a sheet
 * does not name is not given: neither the form nor a default stands in for it.
 */
export const SHEET_LAYOUT: readonly string[] = ['startRow', 'endRow', ...UPLOAD_COLUMNS];
export const SHEET_FIELDS: readonly string[] = [
  ...SHEET_LAYOUT,
  'articleFrom',
  'manufacturerFixed',
  'manufacturerFrom',
];

/** Beside them, the heading of each column: what a sheet has to have where it is read by a preset. */
export const SHEET_HEADERS = 'headers';
