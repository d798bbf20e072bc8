import { expect, test } from 'vitest';
import { hasNearKeys, nearKeys, spellingsBySound } from '../../../server/platform/text/misspellings.ts';

test('an article is spelt by sound in the other alphabet, all of it first', () => {
  expect(spellingsBySound('bds-2')).toContain('БДS-2');
  expect(spellingsBySound('bds-2')[0]).toBe('БДС-2');
  expect(spellingsBySound('4320YAX')).toContain('4320ЯX');
  expect(spellingsBySound('СФ-77')).toContain('SF-77');
  expect(spellingsBySound('12-34')).toEqual([]);
});

test('spellings of a long article are bounded', () => {
  expect(spellingsBySound('yay'.repeat(30)).length).toBeLessThanOrEqual(256);
});

test('near keys are one slip of the hand away, the likeliest slip first', () => {
  const near = new Map(nearKeys('12345').map(({ key, rank }) => [key, rank]));
  expect(near.get('21345')).toBe(0);
  expect(near.get('12945')).toBe(1);
  expect(near.get('123945')).toBe(2);
  expect(near.get('1345')).toBe(3);
  expect(near.has('12345')).toBe(false);
  expect(nearKeys('7401003010').length).toBeLessThan(800);
});

test('only what looks like an article has near keys', () => {
  expect(hasNearKeys('7401003010')).toBe(true);
  expect(hasNearKeys('1234')).toBe(false);
  expect(hasNearKeys('abcdefg1')).toBe(false);
  expect(hasNearKeys('1'.repeat(31))).toBe(false);
});
