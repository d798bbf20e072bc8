import { expect, test } from 'vitest';
import { type Cursor, packCursor, unpackCursor } from '../../../server/catalogue/search/cursor.ts';
import { STAGES, type Stage } from '../../../server/catalogue/search/stages.ts';

const stageOf = (id: string): Stage => STAGES.find((stage) => stage.id === id) as Stage;

const cursor: Cursor = {
  stage: stageOf('prefix'),
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

test('a cursor names its format and its stage', () => {
  const packed = JSON.parse(Buffer.from(packCursor(cursor), 'base64url').toString());
  expect(packed).toMatchObject({ format: 'search-2', stage: 'prefix' });
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
  forge({ format: 'search-1' }),
  forge({ format: undefined }),
  forge({ stage: 'other' }),
  forge({ stage: 3 }),
  forge({ order: 5 }),
  forge({ stage: 'inner', order: 'a' }),
  forge({ stage: 'words', order: 3 }),
  forge({ stock: 2 }),
  forge({ id: -1 }),
  forge({ id: 1.5 }),
  forge({ completions: [1] }),
  'A'.repeat(100_000),
])('%.40s is no cursor', (forged) => {
  expect(unpackCursor(forged)).toBeNull();
});

test('security 41: a forged cursor brings no query language into the index', () => {
  const completions = { prefix: 'a" OR "b', common: ["x' | 'y", 'масл', '_s1'], rare: true };
  const forged = forge({ stage: 'completed', order: 0, completions });
  expect(unpackCursor(forged)?.completions).toEqual({ prefix: '', common: ['масл'], rare: true });
});
