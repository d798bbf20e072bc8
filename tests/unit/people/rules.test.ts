import { expect, test } from 'vitest';
import { Refusal, readField } from '../../../contract/fields/field.ts';
import { profileName, readName as readAccountName } from '../../../contract/fields/person-name.ts';
import { readLimit } from '../../../server/people/profiles/profile-store.ts';
import { readId } from '../../../server/platform/http/request.ts';

const readName = (typed: unknown) => readField(profileName, typed);
const INVALID = new Refusal('invalid name');

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
    expect(readName(name)).toEqual(INVALID);
  }
});

/** Of every kind: no width, direction, tags, fillers that pass for a space, private use. */
const UNSEEN = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2060',
  '\u2068',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ue000',
  '\u{e0041}',
  '\u007f',
];

test.each(UNSEEN)('security 66: a name with %j in it is none, of an account and of a profile', (unseen) => {
  expect(readName(`Анна${unseen} Ёлкина`)).toEqual(INVALID);
  expect(readAccountName(`Анна${unseen} Ёлкина`)).toBeUndefined();
});

test.each([
  'Анна-Мария Ёлкина',
  'Жанна д’Арк',
  "О'Коннор Шон",
  'Әлфия Җиһангирова',
  'Ғәлиә Ҡаҙаҡбаева Һөйөндөк ҡыҙы',
  'Müller & Söhne',
  'Nguyễn Văn Ảnh',
  '王小明',
  'Анна 2',
])('security 66: %s is a name, of an account and of a profile', (name) => {
  expect(readName(name)).toBe(name);
  expect(readAccountName(name)).toBe(name.normalize('NFKC'));
});

test('a limit out of range is the default', () => {
  expect(['1', '100', '101', '0', '-1', '1e2', undefined].map(readLimit)).toEqual([1, 100, 25, 25, 25, 25, 25]);
});

test('an id is a positive whole number, or not given', () => {
  expect(['7', '', undefined].map(readId)).toEqual([7, undefined, undefined]);
  expect(['0', '-7', '7a', '1.5', '9'.repeat(16)].map(readId)).toEqual([null, null, null, null, null]);
});
