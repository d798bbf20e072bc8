import { expect, test } from 'vitest';
import { readMarkup as readWithin } from '../../../contract/fields/text.ts';
import { MARKDOWN_MAX } from '../../../contract/limits.ts';
import { characterCount } from '../../../server/platform/text/fold-search.ts';

const readMarkup = (typed: unknown, asMultipart: boolean, most = MARKDOWN_MAX) =>
  readWithin(typed, { asMultipart }, most);

test('markup is kept as typed; only the line ends that a multipart form made are taken back', () => {
  expect(readMarkup(' # a\n\tб\r\n', false)).toEqual({ text: ' # a\n\tб\r\n' });
  expect(readMarkup('# a\r\nб\r\n', true)).toEqual({ text: '# a\nб\n' });
  expect(readMarkup('', true)).toEqual({ text: '' });
});

test('what is no text, and what is too large, is told', () => {
  for (const value of [undefined, null, 7, ['a'], {}, 'a\0b']) {
    expect(readMarkup(value, false)).toEqual({ problem: 'no text' });
  }
  expect(readMarkup('a'.repeat(MARKDOWN_MAX), false)).toHaveProperty('text');
  expect(readMarkup('a'.repeat(MARKDOWN_MAX + 1), false)).toEqual({ problem: 'too large' });
  expect(readMarkup('я'.repeat(MARKDOWN_MAX / 2 + 1), false)).toEqual({ problem: 'too large' });
  expect(readMarkup('яя', false, 4)).toEqual({ text: 'яя' });
  expect(readMarkup('яяa', false, 4)).toEqual({ problem: 'too large' });
});

test('length counts characters, not halves of them', () => {
  expect(characterCount('Ёлка 🎄')).toBe(6);
  expect(characterCount('')).toBe(0);
});
