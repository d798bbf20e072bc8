import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRepeatedWork } from '../../../server/operations/site/background.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());
/** What the timers have come to. */
const now = () => vi.getMockedSystemTime()?.getTime() ?? Number.NaN;

/** Work of five seconds, which fails as long as `fails` says so. */
function work() {
  const begun: number[] = [];
  const attempt = { fails: false, begun, aborted: false };
  const run = async (signal: AbortSignal) => {
    begun.push(now());
    signal.addEventListener('abort', () => {
      attempt.aborted = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    if (attempt.fails) throw new Error('no space left');
  };
  const background = createRepeatedWork(run, {
    name: 'work',
    clock: now,
    log: pino({ level: 'silent' }),
    pauses: [10_000, 60_000],
  });
  return { attempt, background };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('requests close together make one attempt, a second after the last', async () => {
  const { attempt, background } = work();
  background.request();
  expect(background.progress.phase).toBe('working');
  await pass(600);
  background.request();
  await pass(600);
  background.request();
  await pass(7_000);
  expect(attempt.begun).toEqual([2_200]);
  expect(background.progress).toEqual({ phase: 'done', since: 7_200, error: '' });
});

test('requests that never end do not hold the attempt back for more than three seconds', async () => {
  const { attempt, background } = work();
  for (let i = 0; i < 10; i++) {
    background.request();
    await pass(500);
  }
  expect(attempt.begun).toEqual([3_000]);
});

test('a request during an attempt makes one more, never two at once', async () => {
  const { attempt, background } = work();
  background.request();
  await pass(2_000);
  background.request();
  background.request();
  await pass(3_999);
  expect(attempt.begun).toEqual([1_000]);
  await pass(60_000);
  expect(attempt.begun).toHaveLength(2);
  expect(attempt.begun[1]).toBeGreaterThanOrEqual(6_000);
  expect(background.progress.phase).toBe('done');
});

test('a failure is told and tried again with growing pauses until it passes', async () => {
  const { attempt, background } = work();
  attempt.fails = true;
  background.request();
  await pass(6_000);
  expect(background.progress).toEqual({ phase: 'failed', since: 6_000, error: 'no space left' });
  await pass(200_000);
  // 5 s of work, then 10 s, 60 s and again 60 s of pause.
  expect(attempt.begun.slice(0, 4)).toEqual([1_000, 16_000, 81_000, 146_000]);
  attempt.fails = false;
  await pass(100_000);
  expect(background.progress.phase).toBe('done');
  const { length } = attempt.begun;
  await pass(1_000_000);
  expect(attempt.begun).toHaveLength(length);
});

test('a request after a failure does not wait for the pause', async () => {
  const { attempt, background } = work();
  attempt.fails = true;
  background.request();
  await pass(7_000);
  attempt.fails = false;
  background.request();
  expect(background.progress).toMatchObject({ phase: 'working', error: '' });
  await pass(6_000);
  expect(attempt.begun).toEqual([1_000, 8_000]);
  expect(background.progress.phase).toBe('done');
});

test('a stop ends the attempt under way and begins no other', async () => {
  const { attempt, background } = work();
  background.request();
  await pass(2_000);
  background.request();
  const closed = background.close();
  expect(attempt.aborted).toBe(true);
  await pass(5_000);
  await closed;
  background.request();
  await pass(60_000);
  expect(attempt.begun).toHaveLength(1);
});
