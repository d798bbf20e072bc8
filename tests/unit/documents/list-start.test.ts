import { expect, test } from 'vitest';
import { chooseSet } from '../../../server/documents/list/narrow-sets.ts';

const sets = (...sizes: number[]) => sizes.map((size) => ({ size }));
const choose = (page: number, ...sizes: number[]) =>
  chooseSet(sets(...sizes), { total: 100_000, page, most: 10_000 })?.size ?? null;

test('a list begins with the smallest set of documents, where that is less than a walk to a full page', () => {
  expect(choose(50, 300, 10_000)).toBe(300);
  expect(choose(50, 0, 5_000)).toBe(0);
  // One of twelve is wanted: a page is filled after 600 documents.
  expect(choose(50, 8_000)).toBeNull();
  // Both hardly ever hold together.
  expect(choose(50, 8_000, 3_000)).toBe(3_000);
  expect(choose(50, 10_000, 10_000)).toBeNull();
  expect(choose(50)).toBeNull();
});

test('whoever wants all documents walks only where every set is large', () => {
  expect(choose(Number.POSITIVE_INFINITY, 8_000, 10_000)).toBe(8_000);
  expect(choose(Number.POSITIVE_INFINITY, 10_000)).toBeNull();
});
