import { expect, test } from 'vitest';
import { wordRanges } from '../../../server/platform/text/words.ts';
import { titleWords } from '../../../server/slides/slide.ts';

/** Whether a title is found by a query, as the index of words finds it. */
const finds = (query: string, title: string): boolean => {
  const words = titleWords(title);
  const ranges = wordRanges(query);
  return ranges.length > 0 && ranges.every(([from, to]) => words.some((word) => word >= from && word <= to));
};

test('a title is found by its words in any order, case and ending, the last one by its beginning', () => {
  const title = 'Скидка 10% на тормозные КОЛОДКИ';
  for (const query of ['скидка', 'колодка', 'колодками скидку', 'скидка тормозн', '10', 'на коло']) {
    expect([query, finds(query, title)]).toEqual([query, true]);
  }
  for (const query of ['скид колодки', 'диск', 'скидка диск', '%', '_', '']) {
    expect([query, finds(query, title)]).toEqual([query, false]);
  }
});

test('a word is kept once, and a query of any length asks for few', () => {
  expect(titleWords('Масло, масло и масла')).toHaveLength(2);
  expect(wordRanges('слово '.repeat(1_000)).length).toBeLessThanOrEqual(16);
  expect(wordRanges('...')).toEqual([]);
});
