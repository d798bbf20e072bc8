import Type, { type Static } from 'typebox';
import { AMOUNT_PROBLEMS } from './amount-problems.ts';
import { Nullable } from './nullable.ts';
import { Part } from './parts.ts';

const Money = (description: string) => Type.String({ description: `${description}, two decimals, roubles` });

/** How many of one offer to take. */
export const Take = Type.Object({
  positionId: Type.Integer(),
  stock: Type.String({ description: 'Склад № <providerId>' }),
  amount: Type.Integer({ description: 'Pieces' }),
  inStock: Type.Integer({ description: 'So many of them are there; the others are to be ordered' }),
  price: Nullable(Money('Of one; null where there is none')),
});
export type Take = Static<typeof Take>;

/** A part that a line of a list may mean, and how to get as many as are wanted. */
export const ListPart = Type.Intersect([
  Part,
  Type.Object({
    takes: Type.Array(Take, { description: 'The cheapest offers in stock first, until there is enough' }),
    sum: Money('Of what has a price'),
    unpriced: Type.Integer({ description: 'Pieces without a price' }),
    short: Type.Integer({ description: 'Pieces that are in stock nowhere' }),
  }),
]);
export type ListPart = Static<typeof ListPart>;

export const ListReading = Type.Object({
  article: Type.String(),
  amount: Type.Integer(),
  problem: Nullable(
    Type.Enum([...AMOUNT_PROBLEMS], {
      description: 'Why what stands in the place of the quantity is none; one piece is counted then',
    }),
  ),
  maker: Type.String({ description: 'A word of the line by which one of several makers is chosen' }),
  parts: Type.Array(ListPart, { description: 'Those of that maker first, then those in stock' }),
});
export type ListReading = Static<typeof ListReading>;

export const ListLineAnswer = Type.Object({
  line: Type.Integer({ description: 'Place among the lines that are not blank, from 0' }),
  text: Type.String({ description: 'As sent' }),
  readings: Type.Array(ListReading, {
    description: 'Two where a number at the end may be a quantity or a part of the article',
  }),
  chosen: Type.Integer({ description: 'Which of them, from 0: the first that finds something' }),
  near: Type.Array(Type.String(), {
    description: 'Where nothing was found: articles that one slip makes of it',
  }),
});
export type ListLineAnswer = Static<typeof ListLineAnswer>;

/** What a whole list comes to. */
export const ListTotals = Type.Object({
  found: Type.Integer({ description: 'Lines' }),
  missing: Type.Integer({ description: 'Lines' }),
  pieces: Type.Integer({ description: 'Of all found lines together' }),
  sum: Money('Of all that has a price'),
  inStockSum: Money('Of what is in stock and has a price'),
  short: Type.Integer({ description: 'Lines of which too few are in stock' }),
  unpriced: Type.Integer({ description: 'Lines with pieces that have no price' }),
});
export type ListTotals = Static<typeof ListTotals>;

/** POST /search/list/parts: the lines in their order. */
export const ListPartsAnswer = Type.Object({
  lines: Type.Array(ListLineAnswer),
  totals: ListTotals,
  headings: Type.Integer({ description: 'Lines of headings, which were left out' }),
  ignored: Type.Integer({ description: 'Lines over the limit' }),
});
export type ListPartsAnswer = Static<typeof ListPartsAnswer>;

/** POST /search/list/file: a file as the lines of a list. */
export const ListFileAnswer = Type.Object({
  lines: Type.Array(Type.String()),
  rows: Type.Integer({ description: 'Rows with an article that were read' }),
  hasMore: Type.Boolean({ description: 'There are rows behind those that were read' }),
  sheet: Type.String({ description: 'Title of the sheet, empty for a text' }),
});
export type ListFileAnswer = Static<typeof ListFileAnswer>;
