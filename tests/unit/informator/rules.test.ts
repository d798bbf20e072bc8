import { expect, test } from 'vitest';
import { INVALID, readId, readLimit, readName } from '../../../server/informator/users/rules.ts';

test('a name is trimmed, an empty one clears, a missing one leaves', () => {
  expect(readName('  Иван  Петров ')).toBe('Иван  Петров');
  expect(readName(' \n ')).toBeNull();
  expect(readName(null)).toBeNull();
  expect(readName(undefined)).toBeUndefined();
  expect(readName('и\u0306')).toBe('й');
  expect(readName('😀'.repeat(200))).toHaveLength(400);
});

test('security 14: what would become a line of its own is no name', () => {
  for (const name of [
    '\u202eиван',
    'a\u2066b',
    'a\r\nBcc: b',
    'a\nb',
    'a\u0085b',
    'a\u2029b',
    'a\tb',
    'я'.repeat(201),
    {},
    5,
    true,
  ]) {
    expect(readName(name)).toBe(INVALID);
  }
});

test('a limit out of range is the default', () => {
  expect(['1', '100', '101', '0', '-1', '1e2', undefined].map(readLimit)).toEqual([
    1, 100, 25, 25, 25, 25, 25,
  ]);
});

test('an id is a positive whole number, or not given', () => {
  expect(['7', '', undefined].map(readId)).toEqual([7, undefined, undefined]);
  expect(['0', '-7', '7a', '1.5', '9'.repeat(16)].map(readId)).toEqual([null, null, null, null, null]);
});
