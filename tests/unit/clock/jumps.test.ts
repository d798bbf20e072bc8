import { expect, test } from 'vitest';
import { watchJumps } from '../../../server/platform/clock.ts';
import { EVENING } from '../../support/moment.ts';

const DAY = 86_400_000;

test.each([DAY, -DAY])('security 43: a clock that is set by %i ms is noticed, one that only goes on is not', (by) => {
  let ahead = 0;
  let counted = 5;
  const jumps = watchJumps(
    () => EVENING + ahead + counted,
    () => counted,
  );
  counted += 30 * DAY;
  expect(jumps.since()).toBeNull();
  ahead = by;
  expect(jumps.since()).toBe(0);
  counted += 7_000;
  expect(jumps.since()).toBe(7_000);
  // Put right again: that is a jump as well.
  ahead = 0;
  expect(jumps.since()).toBe(0);
});
