import { expect, test } from 'vitest';
import { type BackupSet, rotate } from '../../../server/operations/backup/sets.ts';
import { type KeepRule, keepRule, writtenKeepRule } from '../../../settings/storage.ts';

const UNUSED = () => Promise.reject(new Error('not asked for'));

/** The moments of the backups that stay in a place that has one of each moment. */
async function momentsToKeep(moments: readonly number[], rule: KeepRule, timeZone: string) {
  const kept = new Set(moments);
  const momentOf = ({ manifest }: BackupSet) => Date.parse(manifest.takenAt);
  const setOf = (moment: number): BackupSet => {
    const takenAt = new Date(moment).toISOString();
    return { folder: '', manifest: { format: 1, takenAt, version: '', schemas: {}, files: 0, bytes: 0, sums: '' } };
  };
  const place = {
    sets: async () => moments.map(setOf),
    remove: async (set: BackupSet) => void kept.delete(momentOf(set)),
    removeRests: async () => {},
    ...{ meant: UNUSED, begin: UNUSED, borrow: UNUSED },
  };
  await rotate(place, { rule, timeZone }, new Date(moments[0] ?? 0));
  return kept;
}

const ZONE = 'Asia/Yekaterinburg';
const HOUR = 3_600_000;

function ruleOf(text: string) {
  const checked = keepRule(text);
  if ('problem' in checked) throw new Error(checked.problem);
  return checked.value;
}

/** Half past three of each of so many days up to 24 November 2026 in Yekaterinburg, newest first. */
const nights = (count: number): number[] =>
  Array.from({ length: count }, (_, at) => Date.UTC(2026, 10, 23 - at, 22, 30));

const daysOf = (moments: Iterable<number>): string[] =>
  [...moments].map((moment) => new Date(moment + 5 * HOUR).toISOString().slice(0, 10)).sort();

test('seven days, four weeks and six months are kept of two years of nights', async () => {
  const kept = daysOf(await momentsToKeep(nights(730), ruleOf('7d,4w,6m'), ZONE));
  expect(kept).toEqual([
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-08',
    '2026-11-15',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
  ]);
});

test('of several in one day the newest stays, and days are those of the shop', async () => {
  // 23:30 and 00:30 in Yekaterinburg, one calendar day in UTC.
  const [before, after] = [Date.UTC(2026, 10, 23, 18, 30), Date.UTC(2026, 10, 23, 19, 30)];
  expect([...(await momentsToKeep([after, before], ruleOf('2d'), ZONE))]).toEqual([after, before]);
  expect([...(await momentsToKeep([after, after - HOUR / 3], ruleOf('2d'), ZONE))]).toEqual([after]);
});

test('days without a backup count for nothing, so old ones are not lost after a pause', async () => {
  const moments = [Date.UTC(2026, 10, 24), Date.UTC(2025, 0, 2), Date.UTC(2025, 0, 1)];
  expect((await momentsToKeep(moments, ruleOf('3d'), ZONE)).size).toBe(3);
});

test('a bare number keeps the newest, whenever they were taken', async () => {
  const [one, two, three] = [3 * HOUR, 2 * HOUR, HOUR];
  expect([...(await momentsToKeep([one, two, three], ruleOf('2'), ZONE))]).toEqual([one, two]);
});

test.each(['', '0', '7d,', '7y', '-1', 'all', '0d'])('%j is no rule', (text) => {
  expect(keepRule(text)).toHaveProperty('problem');
});

test.each(['7', '7d,4w,6m', '12m', '1d,3'])('%s is written as it was read', (text) => {
  expect(writtenKeepRule(ruleOf(text))).toBe(text);
});
