import { expect, test } from 'vitest';
import { looksLikeArticle } from '../../../src/lib/catalogue/catalogue-texts.ts';

test.each([
  ['740.1003010-20', true],
  ['04465 33471', true],
  ['КС-3577', true],
  ['фильтр масляный камаз', false],
  ['прокладка 740', false],
  ['SKF', false],
])('the example %s is a number: %s', (query, expected) => {
  expect(looksLikeArticle(query)).toBe(expected);
});
