import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstOfPage, lookAt, moveFirst, pageOf, pagesOf } from '../../../src/lib/slides/slider-track.ts';

/** How many slides are seen in a row of this width. */
const visibleIn = (width: number) => {
  const row = { querySelector: () => null, getBoundingClientRect: () => ({ width }), scrollLeft: 0 };
  return lookAt(row as unknown as HTMLElement).visible;
};

test('as many slides show as 250 px fit into the row, one to five', () => {
  expect([0, 249, 250, 499.9, 500, 1140, 1249, 1250, 9000].map(visibleIn)).toEqual([1, 1, 1, 1, 2, 4, 4, 5, 5]);
});

test('arrows and the clock move by one slide and wrap at both ends', () => {
  expect(moveFirst(0, 1, 7, 4)).toBe(1);
  expect(moveFirst(3, 1, 7, 4)).toBe(0);
  expect(moveFirst(0, -1, 7, 4)).toBe(3);
  expect(moveFirst(2, -1, 7, 4)).toBe(1);
});

test('the last page is filled up from the one before', () => {
  expect(pagesOf(7, 4)).toBe(2);
  expect([0, 1].map((page) => firstOfPage(page, 7, 4))).toEqual([0, 3]);
  expect([0, 1, 2, 3].map((first) => pageOf(first, 7, 4))).toEqual([0, 0, 0, 1]);
  expect(pagesOf(8, 4)).toBe(2);
  expect([0, 3, 4].map((first) => pageOf(first, 8, 4))).toEqual([0, 0, 1]);
});

test('every move ends where slides fill the row, and every page is the one that it leads to', () => {
  const sizes = fc.record({ count: fc.integer({ min: 2, max: 100 }), visible: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 99 }), ({ count, visible }, at) => {
      const last = Math.max(0, count - visible);
      const first = Math.min(at, last);
      for (const by of [1, -1] as const) {
        const next = moveFirst(first, by, count, visible);
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThanOrEqual(last);
      }
      if (count <= visible) return;
      for (let page = 0; page < pagesOf(count, visible); page++) {
        expect(pageOf(firstOfPage(page, count, visible), count, visible)).toBe(page);
      }
    }),
  );
});
