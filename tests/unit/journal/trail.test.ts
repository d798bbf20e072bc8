import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/journal/events.ts';
import { type CountedEntry, createTrail } from '../../../server/platform/audit-trail.ts';
import { currentRequest, runForRequest } from '../../../server/platform/request-context.ts';
import { EVENING } from '../../support/moment.ts';

const WAITING_MAX = 5_000;

beforeEach(() => void vi.useFakeTimers({ now: EVENING }));
afterEach(() => void vi.useRealTimers());

/** A trail over a database that refuses while `refuses` says so, and what came of it. */
function trailOver() {
  const lines: { msg: string; [fact: string]: unknown }[] = [];
  const log = pino(
    { level: 'error', timestamp: false },
    new Writable({
      write: (line, _encoding, done) => {
        lines.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  const written: CountedEntry[] = [];
  const told = { refuses: true, attempts: [] as number[], written, lines };
  const write = async (heaps: readonly CountedEntry[]) => {
    told.attempts.push(heaps.length);
    if (told.refuses) throw new Error('database is full');
    written.push(...heaps);
  };
  const clock = () => vi.getMockedSystemTime()?.getTime() ?? Number.NaN;
  return { told, trail: createTrail({ write, clock, log }) };
}

const by = { actor: { uid: 'u1', email: 'admin@example.ru' }, address: '192.0.2.1', agent: 'test' };
const bound = (target: string): AuditEntry => ({ event: 'role.bound', by, target });
const failed: AuditEntry = { event: 'signin.failed', by: { ...by, actor: null }, target: 'anna@example.ru' };
const targets = (heaps: readonly CountedEntry[]) => heaps.map(({ entry }) => entry.target);

test('security 53: entries that a database refuses hurt nobody and are written in their order when it takes them', async () => {
  const { told, trail } = trailOver();
  trail.record(bound('first'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.attempts).toEqual([1]);
  trail.record(bound('second'));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told.attempts).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told.attempts).toEqual([1, 2]);
  told.refuses = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(targets(told.written)).toEqual(['first', 'second']);
  expect(told.written.map(({ at }) => at - EVENING)).toEqual([0, 1_000]);
  expect(told.lines.map(({ msg, entries }) => [msg, entries])).toEqual([
    ['audit entries could not be written', 1],
    ['audit entries could not be written', 2],
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.attempts).toEqual([1, 2, 2]);
});

test('security 53: noise that is refused is counted on in its row, by the moments when it happened', async () => {
  const { told, trail } = trailOver();
  for (let count = 0; count < 3; count += 1) trail.record(failed);
  await trail.flush();
  await vi.advanceTimersByTimeAsync(500);
  for (let count = 0; count < 2; count += 1) trail.record(failed);
  told.refuses = false;
  await trail.flush();
  expect(told.written).toMatchObject([{ at: EVENING, lastAt: EVENING + 500, count: 5 }]);
});

test('security 53: what cannot be written takes bounded memory, the oldest is kept and the rest told as lost', async () => {
  const { told, trail } = trailOver();
  const lost = 7;
  for (let n = 0; n < WAITING_MAX / 2; n += 1) trail.record(bound(`early ${n}`));
  await trail.flush();
  for (let n = 0; n < WAITING_MAX / 2 + lost; n += 1) trail.record(bound(`late ${n}`));
  await trail.flush();
  for (let n = 0; n < lost; n += 1) trail.record(bound(`too late ${n}`));
  await trail.flush();
  expect(told.attempts).toEqual([WAITING_MAX / 2, WAITING_MAX, WAITING_MAX]);
  told.refuses = false;
  await trail.flush();
  expect([told.written.length, targets(told.written)[0], targets(told.written).at(-1)]).toEqual([
    ...[WAITING_MAX, 'early 0', `late ${WAITING_MAX / 2 - 1}`],
  ]);
  expect(told.lines.at(-1)).toMatchObject({
    msg: 'audit entries were lost while they could not be written',
    dropped: 2 * lost,
  });
});

test('security 53: a flood of one event hides no other', async () => {
  const { told, trail } = trailOver();
  told.refuses = false;
  for (let n = 0; n < 500; n += 1)
    trail.record({ event: 'refused', by: { ...by, actor: null, address: `192.0.2.${n}` } });
  trail.record(failed);
  await trail.flush();
  const heaps = told.written.map(({ entry, count }) => [entry.event, entry.target, count]);
  expect(heaps).toHaveLength(202);
  expect(heaps).toContainEqual(['refused', undefined, 300]);
  expect(heaps).toContainEqual(['signin.failed', 'anna@example.ru', 1]);
});

test('security 53: entries told during a write that fails are bounded with those it gives back', async () => {
  const { told, trail } = trailOver();
  for (let n = 0; n < WAITING_MAX; n += 1) trail.record(bound(`early ${n}`));
  const writing = trail.flush();
  await Promise.resolve();
  for (let n = 0; n < WAITING_MAX; n += 1) trail.record(bound(`late ${n}`));
  await writing;
  told.refuses = false;
  await trail.flush();
  expect(told.written).toHaveLength(WAITING_MAX);
  expect(targets(told.written).at(-1)).toBe(`early ${WAITING_MAX - 1}`);
  expect(told.lines.at(-1)).toMatchObject({ dropped: WAITING_MAX });
});

test('security 53: a trail that is closed over a database that refuses ends all the same', async () => {
  const { told, trail } = trailOver();
  trail.record(bound('first'));
  await trail.close();
  trail.record(bound('second'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.attempts).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is gathered of many requests is written on behalf of none of them', async () => {
  // Timers that are made up forget who has started them.
  vi.useRealTimers();
  const written: unknown[] = [];
  const write = async () => void written.push(currentRequest());
  const trail = createTrail({ write, clock: () => EVENING, log: pino({ level: 'silent' }) });
  runForRequest({ id: 'the-first-of-them' }, () => trail.record(bound('first')));
  await expect.poll(() => written).toEqual([undefined]);
  await trail.close();
});
