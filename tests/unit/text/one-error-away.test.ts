import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneErrorAway } from '../../../server/platform/text/misspellings.ts';

test('one typing error is a letter left out, added, exchanged or swapped', () => {
  const near = new Set(oneErrorAway('насос'));
  for (const word of ['насс', 'насосы', 'нaсос'.replace('a', 'о'), 'насоск', 'ансос', 'анасос']) {
    expect(near.has(word), word).toBe(true);
  }
  expect(near.has('насоскы')).toBe(false);
});

test('whatever is one error away from a word has that word one error away', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[а-я]{5,8}$/), fc.nat(), (word, at) => {
      const near = [...new Set(oneErrorAway(word))].filter((spelling) => /^[а-я]+$/.test(spelling));
      const chosen = near[at % near.length] ?? word;
      expect(new Set(oneErrorAway(chosen)).has(word)).toBe(true);
    }),
  );
});
