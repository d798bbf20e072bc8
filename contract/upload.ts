/** Row the reading of a price list starts at when the form names none. */
export const UPLOAD_START_ROW = 1;

/** Which of several rows of one position counts; `sum` adds up their stock and takes the rest of the last. */
export const REPEATED = ['last', 'first', 'sum', 'largest', 'lowest-price'] as const;
export type Repeated = (typeof REPEATED)[number];

/** Declared types of a price list file; what it is gets decided by content. */
export const XLS_TYPE = 'application/vnd.ms-excel';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Names under which price lists come; also only a hint. */
export const UPLOAD_EXTENSIONS = '.xls,.xlsx,.xlsm,.ods,.csv,.tsv,.txt,.htm,.html,.mht,.mhtml,.xml,.zip';
