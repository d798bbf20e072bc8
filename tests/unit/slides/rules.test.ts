import { expect, test } from 'vitest';
import { Refusal, readField } from '../../../contract/fields/field.ts';
import { isPublic } from '../../../contract/fields/values.ts';
import { asksForPublished, publishedAfter, readLimit } from '../../../server/slides/slide.ts';

test('the box «publish» is read in every way that forms and programs write it', () => {
  for (const yes of [true, 1, 'true', 'TRUE', ' true ', '1', 'on', 'yes']) expect(readField(isPublic, yes)).toBe(true);
  for (const no of [false, 0, null, '', ' ', 'false', '0', 'off', 'no']) expect(readField(isPublic, no)).toBe(false);
  for (const neither of ['да', '2', 2, [], ['true'], {}])
    expect(readField(isPublic, neither)).toEqual(new Refusal('invalid isPublic'));
  expect(readField(isPublic, undefined)).toBeUndefined();
});

test('a whole form without the box unpublishes, a change of a part leaves it', () => {
  const whole = { title: 'a', message: '', isPublic: undefined };
  expect(publishedAfter(true, whole)).toBe(false);
  expect(publishedAfter(true, { ...whole, isPublic: true })).toBe(true);
  expect(publishedAfter(false, { ...whole, isPublic: true })).toBe(true);
  for (const part of [{}, { title: 'a' }, { message: 'b' }]) {
    for (const before of [true, false]) {
      expect(publishedAfter(before, { ...part, isPublic: undefined })).toBe(before);
    }
  }
});

test('a query asks for published slides by any word but no', () => {
  expect(['1', 'true', 'on', 'да'].map(asksForPublished)).toEqual([true, true, true, true]);
  expect(['0', 'false', '', undefined].map(asksForPublished)).toEqual([false, false, false, false]);
});

test('a limit is a number from one to the most', () => {
  expect(['1', '25', '100', '101', '0', '-5', 'x', '', undefined].map(readLimit)).toEqual([
    1, 25, 100, 100, 25, 25, 25, 25, 25,
  ]);
});
