// What the API answers about the layout of a chosen price list before its upload: sheets, guessed columns, presets that
// fit.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../answers.ts';
import { GUESSED_COLUMNS, type GuessedColumn } from './columns.ts';

const Column = Nullable(Type.Integer({ minimum: 1 }));

/** Every guessed column by name: its number from 1, null where none was found. */
const COLUMNS = Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, Column])) as Record<
  GuessedColumn,
  typeof Column
>;

/**
 * What a user should know before they trust a guess:
 * - `no header`: columns were recognized by their contents alone;
 * - `article from code`: there is no column of articles, the supplier's code stands in for it;
 * - `article in title`: neither, articles stand inside the titles;
 * - `several prices`, `several stocks`: one of them was chosen;
 * - `foreign currency`: the heading of the price names one that is no rouble;
 * - `price unit`: the heading of the price names thousands of roubles, a number of pieces or a pack;
 * - `crosses`: it has articles and cross articles, and neither prices nor stock;
 * - `no price`, `no article`, `no rows`: none was found.
 */
export const GuessNote = OneOf([
  'no header',
  'article from code',
  'article in title',
  'several prices',
  'several stocks',
  'foreign currency',
  'price unit',
  'crosses',
  'no price',
  'no article',
  'no rows',
]);
export type GuessNote = Static<typeof GuessNote>;

/** How one sheet seems to be laid out. */
export const SheetGuess = Type.Object({
  name: Type.String(),
  startRow: Type.Integer({ description: 'First row of data, from 1' }),
  headerRows: Type.Array(Type.Integer(), { description: 'Rows that name the columns, from 1; empty without any' }),
  columns: Type.Object(COLUMNS),
  prices: Type.Array(Type.Integer(), { description: 'Every column of prices, the chosen one first' }),
  currency: Nullable(Type.String({ description: 'The currency that the heading of the chosen price names' })),
  priceUnit: Nullable(
    Type.String({
      description: 'For what its heading says to be: x1000 in thousands, /100 for so many pieces, or pack',
    }),
  ),
  stocks: Type.Array(Type.Integer(), { description: 'Every column of stock, the chosen one first' }),
  places: Type.Array(Type.Integer(), {
    description:
      'Columns of stock in single warehouses that add up, as no column says what there is in all; else empty',
  }),
  rowCount: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Last row of the sheet, as the file has it; null where it does not say',
  }),
  goods: Type.Integer({ description: 'How many rows seem to be goods, by the first ones' }),
  certainty: Type.Number({ description: '0 to 1; below 0.6 somebody should look' }),
  notes: Type.Array(GuessNote),
  rows: Type.Array(Type.Array(Type.String()), { description: 'The first rows as the sheet shows them, from row 1' }),
});
export type SheetGuess = Static<typeof SheetGuess>;

/** A preset that was made for a file with this header. */
const FittingPreset = Type.Object({ id: Type.Integer(), name: Type.String(), providerId: Type.Integer() });
export type FittingPreset = Static<typeof FittingPreset>;

const GuessedSheet = Type.Intersect([
  SheetGuess,
  Type.Object({
    headers: Type.Array(Type.String(), { description: 'The heading of each column, from the first' }),
    presets: Type.Array(FittingPreset),
  }),
]);
export type GuessedSheet = Static<typeof GuessedSheet>;

/** Under which providers the first articles of a file are known. */
const KnownArticles = Type.Object({
  articles: Type.Integer({ description: 'Different articles that were looked up' }),
  owners: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), count: Type.Integer() }), {
    description: 'Providers that have some of them, and how many; those with most of them first',
  }),
});

/** POST /file/guess: the visible sheets in their order. */
export const GuessAnswer = Type.Object({
  fileId: Type.String({ description: 'A later upload may name the file by it instead of sending it again' }),
  sheets: Type.Array(GuessedSheet),
  known: Type.Optional(KnownArticles),
});
export type GuessAnswer = Static<typeof GuessAnswer>;
