import { expect, test } from 'vitest';
import { type Cursor, packCursor, unpackCursor } from '../../../server/catalogue/search/part-order.ts';
import { STAGES } from '../../../server/catalogue/search/stages.ts';

const PREFIX = STAGES.findIndex(({ id }) => id === 'prefix');

const cursor: Cursor = {
  order: 'relevance',
  isWide: true,
  isApart: true,
  place: [2 * PREFIX, '740я1', 12],
  reading: 'фильтр',
  completions: { prefix: 'мас', common: ['масл', 'маслян'], rare: true },
};

test('a cursor survives its way through an address', () => {
  expect(unpackCursor(packCursor(cursor))).toEqual(cursor);
  expect(packCursor(cursor)).toMatch(/^[\w-]+$/);
  const byPrice: Cursor = { ...cursor, order: 'price', place: [1, 500, 12] };
  expect(unpackCursor(packCursor(byPrice))).toEqual(byPrice);
});

test('a cursor names its format and its stage', () => {
  const packed = JSON.parse(Buffer.from(packCursor(cursor), 'base64url').toString());
  expect(packed).toMatchObject({ format: 'search-4', place: ['prefix', 1, '740я1', 12] });
  expect(new Set(STAGES.map(({ id }) => id)).size).toBe(STAGES.length);
});

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forge = (changes: object) =>
  text({ ...JSON.parse(Buffer.from(packCursor(cursor), 'base64url').toString()), ...changes });

test.each([
  '',
  '%%%',
  'null',
  text(null),
  text([]),
  text([3, 1, 'a', 1, '', null]),
  forge({ format: 'search-2' }),
  forge({ format: undefined }),
  forge({ place: ['other', 1, 'а', 12] }),
  forge({ place: [3, 1, 'а', 12] }),
  forge({ place: ['prefix', 1, 5, 12] }),
  forge({ place: ['inner', 1, 'a', 12] }),
  forge({ place: ['words', 1, 3, 12] }),
  forge({ place: ['prefix', 2, 'а', 12] }),
  forge({ place: ['prefix', 1, 'а', -1] }),
  forge({ place: ['prefix', 1, 'а', 1.5] }),
  forge({ place: ['prefix', 1, 'а'] }),
  forge({ order: 'price' }),
  forge({ order: 'other' }),
  forge({ isWide: 1 }),
  forge({ completions: [1] }),
  'A'.repeat(100_000),
])('%.40s is no cursor', (forged) => {
  expect(unpackCursor(forged)).toBeNull();
});

test('security 41: a forged cursor brings no query language into the index', () => {
  const completions = { prefix: 'a" OR "b', common: ["x' | 'y", 'масл', '_s1'], rare: true };
  const forged = forge({ place: ['completed', 1, 0, 12], completions });
  expect(unpackCursor(forged)?.completions).toEqual({ prefix: '', common: ['масл'], rare: true });
});
