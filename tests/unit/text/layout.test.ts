import { expect, test } from 'vitest';
import { otherLayouts } from '../../../server/platform/text/misspellings.ts';

test('the same keys read in the other layout', () => {
  expect(otherLayouts('abkmnh')).toEqual(['фильтр']);
  expect(otherLayouts('ЫЛА')).toEqual(['SKF']);
  expect(otherLayouts(';ehyfk')).toEqual(['журнал']);
});

test('both layouts undo each other over all letters', () => {
  const letters = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
  expect(otherLayouts(letters).flatMap(otherLayouts)).toEqual([letters]);
});

test('a text of digits has no other reading', () => {
  expect(otherLayouts('12345')).toEqual([]);
  expect(otherLayouts('abkmnh')).toEqual(['фильтр']);
  expect(otherLayouts('skf ла')).toHaveLength(2);
});
