/** Media types of attachments that are shown as tables, and as text. */
export const TABLE_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
]);
export const TEXT_TYPES: ReadonlySet<string> = new Set(['text/plain']);
