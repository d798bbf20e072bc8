import { expect, test } from 'vitest';
import { asEnglishLayout, asRussianLayout, otherLayouts } from '../../../server/platform/text/misspellings.ts';

test('the same keys read in the other layout', () => {
  expect(asRussianLayout('abkmnh')).toBe('фильтр');
  expect(asEnglishLayout('ЫЛА')).toBe('SKF');
  expect(asRussianLayout(';ehyfk')).toBe('журнал');
});

test('both layouts undo each other over all letters', () => {
  const letters = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
  expect(asRussianLayout(asEnglishLayout(letters))).toBe(letters);
});

test('a text of digits has no other reading', () => {
  expect(otherLayouts('12345')).toEqual([]);
  expect(otherLayouts('abkmnh')).toEqual(['фильтр']);
  expect(otherLayouts('skf ла')).toHaveLength(2);
});
