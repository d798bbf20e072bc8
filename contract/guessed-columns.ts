import type { PricingColumn, UploadColumn } from './upload-columns.ts';

/** A column that is looked for in a price list: of the upload form, or of cross references. */
export type GuessedColumn = Exclude<UploadColumn, PricingColumn> | 'cross' | 'crossMaker';

const COLUMNS: Readonly<Record<GuessedColumn, true>> = {
  article: true,
  title: true,
  price: true,
  amount: true,
  manufacturer: true,
  code: true,
  weight: true,
  length: true,
  width: true,
  height: true,
  delivery: true,
  lot: true,
  cross: true,
  crossMaker: true,
};

/** All guessed columns, in the order in which answers list them. */
export const GUESSED_COLUMNS = Object.keys(COLUMNS) as readonly GuessedColumn[];
