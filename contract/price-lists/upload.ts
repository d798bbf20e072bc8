// Fixed choices of the upload form for price lists (repeated rows, missing positions, rows without price), and the
// types of files that it takes.

/** Row the reading of a price list starts at when the form names none. */
export const UPLOAD_START_ROW = 1;

/** Which of several rows of one position counts; `sum` adds up their stock and takes the rest of the last. */
export const REPEATED = ['last', 'first', 'sum', 'largest', 'lowest-price'] as const;
export type Repeated = (typeof REPEATED)[number];

/** What becomes of positions of the same brand and provider that a list does not name; `hide`: until one names them. */
export const MISSING = ['leave', 'zero', 'hide'] as const;
export type Missing = (typeof MISSING)[number];

/** What becomes of rows that have no price. */
export const PRICELESS = ['take', 'skip'] as const;
export type Priceless = (typeof PRICELESS)[number];

/** What an article is taken from where the list has none; `whole-title`: none, title and manufacturer name the position. */
export const ARTICLE_FROM = ['code', 'title', 'whole-title'] as const;
export type ArticleFrom = (typeof ARTICLE_FROM)[number];

/** What names the manufacturer besides a column: the headings of groups. */
export const MANUFACTURER_FROM = ['groups'] as const;

/** Characters of one such field. */
export const UPLOAD_RULE_MAX = 20_000;

/** Declared types of a price list file; what it is gets decided by content. */
export const XLS_TYPE = 'application/vnd.ms-excel';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Names under which price lists come; also only a hint. */
export const UPLOAD_EXTENSIONS = '.xls,.xlsx,.xlsm,.ods,.csv,.tsv,.txt,.htm,.html,.mht,.mhtml,.xml,.zip';
