import { expect, test } from 'vitest';
import { NOTHING_FOUND, readQuestion } from '../../../rules/catalogue/question.ts';
import { resultsView } from '../../../rules/catalogue/results.ts';

const question = readQuestion(new URLSearchParams('query=фильтр'));
const facets = {
  ...NOTHING_FOUND.facets,
  maker: [{ value: 'toyota', title: 'Toyota', count: 1_200 }],
  brand: [],
  provider: [],
  inStock: 12,
  photo: 0,
};

const filtersOf = (total: { count: number; exact: boolean }) =>
  resultsView(question, { ...NOTHING_FOUND, facets, total }, '').filters;

test('filters tell how many parts they leave, or at least how many where not all were counted', () => {
  const whole = filtersOf({ count: 5_000, exact: true });
  expect([whole.makerOptions[0]?.text, whole.inStockCount, whole.photoCount]).toEqual([
    'Toyota\u00a0(1\u00a0200)',
    '12',
    '0',
  ]);
  const first = filtersOf({ count: 10_000, exact: false });
  expect([first.makerOptions[0]?.text, first.inStockCount, first.photoCount]).toEqual([
    'Toyota\u00a0(1\u00a0200+)',
    '12+',
    '0',
  ]);
});
