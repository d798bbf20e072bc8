/** Row the reading of a price list starts at when the form names none. */
export const UPLOAD_START_ROW = 1;

/** Declared types of a price list file; what it is gets decided by content. */
export const XLS_TYPE = 'application/vnd.ms-excel';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
