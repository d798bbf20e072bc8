// Fills an empty catalogue with the titles of one labelled list, for `npm run check:understanding`.
import { fillCatalogue } from '../../server/catalogue/changes/new-positions.ts';
import type { Job } from '../../server/platform/database/jobs.ts';

export interface ListArgs {
  readonly titles: readonly { readonly n: number; readonly title: string }[];
}

/** The article of a labelled title: one that no query names. */
export const articleOf = (n: number): string => `ZZ${n}ZZ`;

const fillList: Job<ListArgs, number> = (connection, { titles }) =>
  fillCatalogue(connection, {
    brands: ['Прайс'],
    providers: ['Склад'],
    positions: titles.map(({ n, title }) => ({
      brand: 'Прайс',
      provider: 'Склад',
      article: articleOf(n),
      title,
      price: 100_00,
      amount: 1,
    })),
    now: 0,
    today: 0,
  });
export default fillList;
