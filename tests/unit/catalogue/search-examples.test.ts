import { expect, test } from 'vitest';
import { isArticle } from '../../../src/lib/catalogue/search-examples.ts';
import { bindShortWords } from '../../../src/lib/format/short-words.ts';

test.each([
  ['740.1003010-20', true],
  ['04465 33471', true],
  ['КС-3577', true],
  ['фильтр масляный камаз', false],
  ['прокладка 740', false],
  ['SKF', false],
])('the example %s is a number: %s', (query, expected) => {
  expect(isArticle(query)).toBe(expected);
});

test('no short word ends a line', () => {
  expect(bindShortWords('Запчасти для автомобилей и спецтехники')).toBe(
    'Запчасти для\u00a0автомобилей и\u00a0спецтехники',
  );
  expect(bindShortWords('Всё и не только в Омске')).toBe('Всё\u00a0и\u00a0не\u00a0только в\u00a0Омске');
});
