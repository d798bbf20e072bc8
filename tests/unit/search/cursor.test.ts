import { expect, test } from 'vitest';
import { type Cursor, packCursor, unpackCursor } from '../../../server/bridge/search/cursor.ts';

const cursor: Cursor = {
  stage: 3,
  stock: 1,
  order: '740я1',
  id: 12,
  reading: 'фильтр',
  completions: { prefix: 'мас', common: ['масл', 'маслян'], rare: true },
};

test('a cursor survives its way through an address', () => {
  expect(unpackCursor(packCursor(cursor))).toEqual(cursor);
  expect(packCursor(cursor)).toMatch(/^[\w-]+$/);
});

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  '',
  '%%%',
  'null',
  text(null),
  text([]),
  text([9, 1, 'a', 1, '', null]),
  text([3, 1, 5, 1, '', null]),
  text([4, 1, 'a', 1, '', null]),
  text([5, 1, 3, 1, '', null]),
  text([3, 2, 'a', 1, '', null]),
  text([3, 1, 'a', -1, '', null]),
  text([3, 1, 'a', 1.5, '', null]),
  text([3, 1, 'a', 1, '', [1]]),
  'A'.repeat(100_000),
])('%.40s is no cursor', (forged) => {
  expect(unpackCursor(forged)).toBeNull();
});

test('security 41: a forged cursor brings no query language into the index', () => {
  const forged = text([6, 1, 0, 1, '', ['a" OR "b', ["x' | 'y", 'масл', '_s1'], true]]);
  expect(unpackCursor(forged)?.completions).toEqual({ prefix: '', common: ['масл'], rare: true });
});
