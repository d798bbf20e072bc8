import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweepHourly } from '../../../server/platform/clock.ts';
import { EVENING } from '../../support/moment.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const log = pino({ level: 'silent' });

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => void vi.useRealTimers());

test('security 43: a clock that runs ahead for some minutes lets nothing be swept; one that stays there, after an hour', async () => {
  const began = performance.now();
  let ahead = 0;
  const clock = () => EVENING + ahead + performance.now() - began;
  const swept: number[] = [];
  const sweep = async () => {
    swept.push(ahead);
    return {};
  };
  const stop = sweepHourly(sweep, { clock, log });
  const anHour = () => vi.advanceTimersByTimeAsync(HOUR);
  expect(swept).toEqual([]);
  await anHour();
  expect(swept).toEqual([0, 0]);
  ahead = 400 * DAY;
  await anHour();
  ahead = 0;
  await anHour();
  await anHour();
  expect(swept).toEqual([0, 0, 0]);
  ahead = -DAY;
  await anHour();
  await anHour();
  expect(swept).toEqual([0, 0, 0, -DAY]);
  await stop();
});
