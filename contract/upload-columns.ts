import { type ColumnsWith, columnsInPlace } from './columns-by-use.ts';
import { type Imported, POSITION_COLUMNS } from './position-columns.ts';

type ImportedColumn = ColumnsWith<'imported'>;

/**
 * A column of an uploaded price list, by the name of its field in the form: one that a position has too, or what the
 * row says of its price: the percentage on it, its currency.
 */
export type UploadColumn = ImportedColumn | PricingColumn;
export type PricingColumn = 'profitColumn' | 'currencyColumn';

const IMPORTED = columnsInPlace('imported');
const imported = (name: ImportedColumn): Imported => POSITION_COLUMNS[name].imported;
const isSize = (name: ImportedColumn): boolean => imported(name).as === 'size';

/** What lists mostly have, in the order of the form. */
export const MAIN_UPLOAD_COLUMNS: readonly UploadColumn[] = [
  ...IMPORTED.filter((name) => !isSize(name)),
  'profitColumn',
  'currencyColumn',
];

/** Weight and measures, in the order of the form. */
export const SIZE_UPLOAD_COLUMNS: readonly UploadColumn[] = IMPORTED.filter(isSize);

export const UPLOAD_COLUMNS: readonly UploadColumn[] = [...MAIN_UPLOAD_COLUMNS, ...SIZE_UPLOAD_COLUMNS];

/** What a column means when the form does not carry its field at all (an empty field means: not given). */
export const UPLOAD_COLUMN_DEFAULTS: Readonly<Partial<Record<UploadColumn, string>>> = Object.fromEntries(
  IMPORTED.map((name) => [name, imported(name).byDefault]),
);
