import Type, { type Static } from 'typebox';
import { PART_ORDERS } from './part-orders.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

/** What a search for parts takes; without a query it needs a filter. */
export const PartsQuery = Type.Object({
  query: text('Article, words, or both'),
  maker: text('A manufacturer, in any spelling'),
  brandId: text('Id of a brand'),
  providerId: text('Id of a provider'),
  inStock: text('`1`: only what is in stock'),
  photo: text('`1`: only what has a photo'),
  priceFrom: text('Roubles'),
  priceTo: text('Roubles'),
  order: text(`One of ${PART_ORDERS.join(', ')}; anything else is the first`),
  limit: text('Parts of a page, 10 by default, 50 at most'),
  strict: text('`1`: only what is found as it is typed'),
  cursor: text('`next` of the page before'),
  page: text('Number of a page, from 1, in place of a cursor; in the order of relevance only'),
});
export type PartsQuery = Static<typeof PartsQuery>;
