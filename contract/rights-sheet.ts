/**
 * What may be wrong with a cell of a sheet of rights: a name that nothing has, a row that stands twice, an action of a
 * direction without a type of documents, a mark that says neither yes nor no.
 */
export const RIGHTS_SHEET_ERRORS = [
  'unknown column',
  'unknown directing',
  'unknown task',
  'twice',
  'no task',
  'unknown mark',
] as const;
export type RightsSheetError = (typeof RIGHTS_SHEET_ERRORS)[number];
