import { expect, test } from 'vitest';
import { NamedRows } from '../../../server/price-lists/apply/staged-positions.ts';

test('the row that named a position last is told by its id, below zero and beyond a page too', () => {
  const rows = new NamedRows();
  const ids = [1, 4_095, 4_096, 8_191, 12_345_678, -1, -4_096, -4_097];
  for (const [at, id] of ids.entries()) rows.set(id, at + 2);
  expect(ids.map((id) => rows.get(id))).toEqual(ids.map((_, at) => at + 2));
  rows.set(1, 99);
  expect(rows.get(1)).toBe(99);
  expect([0, 2, 4_097, -2, 9e15].map((id) => rows.has(id))).toEqual([false, false, false, false, false]);
});
