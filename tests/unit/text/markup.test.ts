import { expect, test } from 'vitest';
import { Refusal } from '../../../contract/fields/field.ts';
import { markup } from '../../../contract/fields/text.ts';
import { MARKDOWN_MAX } from '../../../contract/limits.ts';
import { characterCount } from '../../../server/platform/text/fold-search.ts';

const readMarkup = (typed: unknown, asMultipart: boolean, most = MARKDOWN_MAX) =>
  markup('invalid mdInfo', most).read(typed, { asMultipart });

const NO_TEXT = new Refusal('invalid mdInfo');
const TOO_LARGE = new Refusal('request entity too large');

test('markup is kept as typed; only the line ends that a multipart form made are taken back', () => {
  expect(readMarkup(' # a\n\tб\r\n', false)).toBe(' # a\n\tб\r\n');
  expect(readMarkup('# a\r\nб\r\n', true)).toBe('# a\nб\n');
  expect(readMarkup('', true)).toBe('');
});

test('what is no text, and what is too large, is told', () => {
  for (const value of [undefined, null, 7, ['a'], {}, 'a\0b']) {
    expect(readMarkup(value, false)).toEqual(NO_TEXT);
  }
  expect(readMarkup('a'.repeat(MARKDOWN_MAX), false)).toBe('a'.repeat(MARKDOWN_MAX));
  expect(readMarkup('a'.repeat(MARKDOWN_MAX + 1), false)).toEqual(TOO_LARGE);
  expect(readMarkup('я'.repeat(MARKDOWN_MAX / 2 + 1), false)).toEqual(TOO_LARGE);
  expect(readMarkup('яя', false, 4)).toBe('яя');
  expect(readMarkup('яяa', false, 4)).toEqual(TOO_LARGE);
});

test('length counts characters, not halves of them', () => {
  expect(characterCount('Ёлка 🎄')).toBe(6);
  expect(characterCount('')).toBe(0);
});
