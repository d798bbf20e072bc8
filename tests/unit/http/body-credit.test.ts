import { expect, test } from 'vitest';
import { creditAfter, firstCredit } from '../../../server/platform/http-server/body-pace.ts';

const PACE = { graceMs: 10_000, leastRate: 1_000, stallMs: 30_000 };

/** What is left of a body's time after these moments: milliseconds and bytes in all. */
const leftAfter = (moments: readonly (readonly [at: number, bytes: number])[], isRead = true): number => {
  let credit = firstCredit(PACE, 0, 0);
  for (const [at, bytes] of moments) credit = creditAfter(credit, PACE, { at, bytes, isRead });
  return credit.left;
};

test('security 49: a body that sends nothing more is too slow after the grace', () => {
  expect(leftAfter([[10_000, 0]])).toBe(0);
  expect(leftAfter([[10_001, 0]])).toBeLessThan(0);
});

test('security 49: a body at the least rate goes on for ever, one below it does not', () => {
  const each = (bytes: number) => Array.from({ length: 600 }, (_, n) => [(n + 1) * 1_000, (n + 1) * bytes] as const);
  expect(leftAfter(each(1_000))).toBe(10_000);
  expect(leftAfter(each(900))).toBeLessThan(0);
});

test('security 49: what came fast pays for a stop, of half a minute at most', () => {
  const moments = [
    [1_000, 5_000_000],
    [31_000, 5_000_000],
  ] as const;
  expect(leftAfter(moments)).toBe(0);
  expect(leftAfter([...moments, [31_001, 5_000_000]])).toBeLessThan(0);
});

test('security 49: a body that waits for us loses no time', () => {
  expect(leftAfter([[600_000, 0]], false)).toBe(10_000);
});
