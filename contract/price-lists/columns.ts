// The columns that an uploaded price list can have, and their fields in the upload form: those of positions
// (catalogue/columns.ts) and those about the price.
import { type ColumnsWith, columnsInPlace, type Imported, POSITION_COLUMNS } from '../catalogue/columns.ts';

type ImportedColumn = ColumnsWith<'imported'>;

/** A column of an uploaded price list, by its field in the form: one of a position, or one about its price. */
export type UploadColumn = ImportedColumn | PricingColumn;
type PricingColumn = 'profitColumn' | 'currencyColumn';

const IMPORTED = columnsInPlace('imported');
const imported = (name: ImportedColumn): Imported => POSITION_COLUMNS[name].imported;
const isSize = (name: ImportedColumn): boolean => imported(name).as === 'size';

/** What lists mostly have, in the order of the form. */
export const MAIN_UPLOAD_COLUMNS: readonly UploadColumn[] = [
  ...IMPORTED.filter((name) => !isSize(name)),
  'profitColumn',
  'currencyColumn',
];

export const SIZE_UPLOAD_COLUMNS: readonly UploadColumn[] = IMPORTED.filter(isSize);

export const UPLOAD_COLUMNS: readonly UploadColumn[] = [...MAIN_UPLOAD_COLUMNS, ...SIZE_UPLOAD_COLUMNS];

/** The columns of a form without any field of a column; beside one, a field that is absent or empty means: not given. */
export const UPLOAD_COLUMN_DEFAULTS: Readonly<Partial<Record<UploadColumn, string>>> = Object.fromEntries(
  IMPORTED.map((name) => [name, imported(name).byDefault]),
);

/** What one of several sheets may say in `sheets`; what it leaves out takes neither the form's value nor a default. */
export const SHEET_LAYOUT: readonly string[] = ['startRow', 'endRow', ...UPLOAD_COLUMNS];

/** In pairs: a sheet that says anything of a pair says all of it; of one that it does not name the form's counts. */
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
  'take',
];

/** Whether a sheet is read: by default where it reads well; one that is never read is named in the report. */
export const SHEET_TAKE = ['always', 'never'] as const;
export type SheetTake = (typeof SHEET_TAKE)[number];

/** Beside them, the heading of each column: what a sheet has to have where it is read by a preset. */
export const SHEET_HEADERS = 'headers';

/** A column that is looked for in a price list: of the upload form, or of cross references. */
export type GuessedColumn = Exclude<UploadColumn, PricingColumn> | 'cross' | 'crossMaker';

const isTerm = (name: ImportedColumn): boolean => ['delivery', 'lot'].includes(imported(name).as);

/** All guessed columns, in the order in which answers list them. */
export const GUESSED_COLUMNS: readonly GuessedColumn[] = [
  ...IMPORTED.filter((name) => !isTerm(name)),
  ...IMPORTED.filter(isTerm),
  'cross',
  'crossMaker',
];
