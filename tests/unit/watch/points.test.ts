import { expect, test } from 'vitest';
import type { StatePoint } from '../../../contract/operations/state.ts';
import { addSample } from '../../../server/operations/watch/points.ts';
import { EVENING } from '../../support/moment.ts';

type Sample = Parameters<typeof addSample>[1];

const MINUTE = 60_000;
const sample = (at: number, change: Partial<Sample> = {}): Sample => ({
  ...{ at, requests: 2, failures: 1, ms: 30, memory: 100, lagMs: 5, mails: 0 },
  ...change,
});

test('the minutes of half an hour make one point: sums, the mean of all answers, the longest delay', () => {
  const first = addSample([], sample(EVENING));
  const points = addSample(first, sample(EVENING + MINUTE, { requests: 8, ms: 170, lagMs: 2, memory: 90 }));
  expect(points).toEqual([
    {
      at: new Date(EVENING).toISOString(),
      ...{ requests: 10, failures: 2, meanMs: 20, memory: 90, lagMs: 5, mails: 0 },
    },
  ]);
});

test('a minute without requests has no mean, and does not change that of its point', () => {
  const quiet = { requests: 0, failures: 0, ms: 0 };
  const [point] = addSample([], sample(EVENING, quiet));
  expect(point).toMatchObject({ requests: 0, meanMs: 0 });
  const [busy] = addSample(addSample([], sample(EVENING)), sample(EVENING + MINUTE, quiet));
  expect(busy?.meanMs).toBe(15);
});

test('a day is kept, whatever comes after it, and a clock that jumps begins a new point', () => {
  let points: readonly StatePoint[] = [];
  for (let half = 0; half < 60; half++) points = addSample(points, sample(EVENING + half * 30 * MINUTE));
  expect(points).toHaveLength(48);
  expect(points.at(-1)?.at).toBe(new Date(EVENING + 59 * 30 * MINUTE).toISOString());
  expect(addSample(points, sample(EVENING))).toHaveLength(48);
});
