/** Names and defaults of the columns of an uploaded price list; plain constants for form, rules and tests. */

export const UPLOAD_COLUMNS = [
  'article',
  'title',
  'price',
  'amount',
  'manufacturer',
  'code',
  'weight',
  'width',
  'height',
  'length',
  'profitColumn',
] as const;
export type UploadColumn = (typeof UPLOAD_COLUMNS)[number];

/** What a column means when the form does not carry its field at all (an empty field means: not given). */
export const UPLOAD_COLUMN_DEFAULTS: Readonly<Partial<Record<UploadColumn, string>>> = {
  article: '1',
  title: '2',
  price: '3',
};

/** Row the reading starts at when the form names none. */
export const UPLOAD_START_ROW = 1;

/** Declared types of a price list file; what it is gets decided by content. */
export const XLS_TYPE = 'application/vnd.ms-excel';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
