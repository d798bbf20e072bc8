import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawWords, wordForm, wordsOf } from '../../../server/platform/text/words.ts';

test('every form of a Russian word is one word', () => {
  const forms = ['фильтр', 'фильтра', 'Фильтры', 'ФИЛЬТРОВ', 'фильтром'];
  expect(new Set(forms.flatMap(wordsOf))).toEqual(new Set(['фильтр']));
});

test('ё is read as е', () => {
  expect(wordsOf('Шестерёнка')).toEqual(wordsOf('шестеренка'));
});

test('English words stay as they are', () => {
  expect(wordsOf('Oil Filters')).toEqual(['oil', 'filters']);
});

test('digits are words, apart from the letters beside them', () => {
  expect(wordsOf('камаз 7')).toEqual(['камаз', '7']);
  expect(wordsOf('болт М8 10мм')).toEqual(wordsOf('болт M 8 10 мм'));
});

test('a word with letters of the other alphabet in it is the word', () => {
  expect(wordsOf('Cтартер')).toEqual(wordsOf('Стартер'));
});

test('words of any text are clean and stable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const word of rawWords(text)) {
        expect(word).not.toMatch(/[\s"'*:^()%_\0]/);
        expect(word.isWellFormed()).toBe(true);
        expect(wordForm(word).length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1_000 },
  );
});
