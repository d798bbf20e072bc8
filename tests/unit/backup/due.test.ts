import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openBackups } from '../../../server/operations/backup/scheduled-backups.ts';
import { readConfig } from '../../../server/operations/config/config.ts';

const AT = { BACKUP_AT: '03:30', TIME_ZONE: 'Asia/Yekaterinburg' };

/** When the next backup is taken, after these noted ones: at once, if it is due. */
async function dueAt(now: number, at: typeof AT, attempts: object): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-due-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'schedule.json'), JSON.stringify(attempts));
  const log = pino({ level: 'silent' });
  const surroundings = { root: folder, environment: {}, clock: () => now, log };
  const backups = openBackups(readConfig({ ...at, BACKUP_DIR: folder }), surroundings);
  const state = await backups?.state();
  await backups?.close();
  return Date.parse(state?.nextAt ?? '');
}

/** A moment of November 2026 by the clocks of Yekaterinburg, five hours ahead of UTC. */
const moment = (day: number, hours: number, minutes = 0) => Date.UTC(2026, 10, day, hours - 5, minutes);
const NEVER = { done: null, failed: null };
const doneAt = (at: number) => ({ done: { at, bytes: 1, ms: 1 }, failed: null });
const failedAt = (at: number, before: number | null = null) => ({
  done: before === null ? null : { at: before, bytes: 1, ms: 1 },
  failed: { at, error: 'disk full' },
});

test('a shop without a backup is due for one at once', async () => {
  expect(await dueAt(moment(24, 12), AT, NEVER)).toBeLessThanOrEqual(moment(24, 12));
});

test('after a backup the next one is due at the next half past three, however often the server starts', async () => {
  expect(await dueAt(moment(24, 3, 31), AT, doneAt(moment(24, 3, 30)))).toBe(moment(25, 3, 30));
  expect(await dueAt(moment(24, 23), AT, doneAt(moment(24, 3, 30)))).toBe(moment(25, 3, 30));
  expect(await dueAt(moment(25, 2), AT, doneAt(moment(24, 3, 30)))).toBe(moment(25, 3, 30));
  expect(await dueAt(moment(24, 2), AT, doneAt(moment(23, 12)))).toBe(moment(24, 3, 30));
});

test('one that was missed at night is taken in the morning', async () => {
  expect(await dueAt(moment(24, 9), AT, doneAt(moment(23, 3, 30)))).toBe(moment(24, 9));
  expect(await dueAt(moment(24, 3, 29), AT, doneAt(moment(23, 3, 30)))).toBe(moment(24, 3, 30));
});

test('after a failure it is tried again an hour later', async () => {
  const failed = failedAt(moment(24, 3, 30), moment(23, 3, 30));
  expect(await dueAt(moment(24, 3, 45), AT, failed)).toBe(moment(24, 4, 30));
  expect(await dueAt(moment(24, 5), AT, failed)).toBeLessThanOrEqual(moment(24, 5));
  expect(await dueAt(moment(25, 3, 30), AT, failed)).toBe(moment(25, 3, 30));
});

test('security 43: a clock that was set back puts no backup off: what it noted ahead of now counts as none', async () => {
  for (const ahead of [moment(25, 12), moment(29, 3, 30)]) {
    expect(await dueAt(moment(24, 12), AT, doneAt(ahead))).toBeLessThanOrEqual(moment(24, 12));
    expect(await dueAt(moment(24, 12), AT, failedAt(ahead, moment(24, 3, 30)))).toBe(moment(25, 3, 30));
    expect(await dueAt(moment(24, 12), AT, failedAt(ahead))).toBeLessThanOrEqual(moment(24, 12));
  }
});

test('security 43: a clock that runs ahead takes the one of tomorrow once, and set right again the next in its time', async () => {
  const [now, ahead] = [moment(24, 12), moment(25, 12)];
  expect(await dueAt(ahead, AT, doneAt(moment(24, 3, 30)))).toBeLessThanOrEqual(ahead);
  expect(await dueAt(ahead, AT, doneAt(ahead))).toBe(moment(26, 3, 30));
  expect(await dueAt(now, AT, doneAt(ahead))).toBeLessThanOrEqual(now);
  expect(await dueAt(now, AT, doneAt(now))).toBe(moment(25, 3, 30));
});
