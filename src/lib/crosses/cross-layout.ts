import type { CrossWay } from '../../../contract/cross-ways.ts';
import type { GuessAnswer, SheetGuess } from '../../../contract/price-list-guess.ts';

/** The columns of a sheet of crosses, by the names that the service gives their fields. */
export const CROSS_COLUMNS = ['article', 'maker', 'cross', 'crossMaker'] as const;
export type CrossColumn = (typeof CROSS_COLUMNS)[number];

/** How a file is to be read, as the form has it. */
export interface CrossLayout {
  readonly sheet: string;
  readonly startRow: string;
  readonly way: CrossWay;
  /** Numbers from 1; null: there is none. */
  readonly columns: Readonly<Record<CrossColumn, number | null>>;
}

/** The sheet that looks most like one of crosses; null where no sheet was told. */
export const likeliestSheet = ({ sheets }: GuessAnswer): SheetGuess | null =>
  sheets.find(({ notes }) => notes.includes('crosses')) ??
  sheets.find(({ columns }) => columns.cross !== null) ??
  sheets[0] ??
  null;

/** The layout of a sheet as the service guesses it. */
export const layoutOf = ({ name, startRow, columns }: SheetGuess, way: CrossWay): CrossLayout => ({
  sheet: name,
  startRow: String(startRow),
  way,
  columns: {
    article: columns.article,
    maker: columns.manufacturer,
    cross: columns.cross,
    crossMaker: columns.crossMaker,
  },
});

/** What keeps the layout from being sent; null: nothing. */
export function layoutMistake({ columns, startRow }: CrossLayout): 'article' | 'cross' | 'startRow' | null {
  if (columns.article === null) return 'article';
  if (columns.cross === null || columns.cross === columns.article) return 'cross';
  return /^\s*[1-9]\d{0,6}\s*$/u.test(startRow) ? null : 'startRow';
}

/** The form that reads a kept file so. */
export function formOf(
  { fileId, fileName }: { readonly fileId: string; readonly fileName: string },
  { sheet, startRow, way, columns }: CrossLayout,
  isDryRun: boolean,
): FormData {
  const form = new FormData();
  const fields = {
    fileId,
    fileName,
    sheet,
    startRow: startRow.trim(),
    way,
    ...(isDryRun && { dryRun: '1' }),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const name of CROSS_COLUMNS) form.set(name, String(columns[name] ?? ''));
  return form;
}
