import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backupPlace } from '../../../server/operations/backup/backup-place.ts';
import { MANIFEST, type Manifest, rotate, setAt, setName, setsIn } from '../../../server/operations/backup/sets.ts';
import { readConfig } from '../../../server/operations/config/config.ts';

const NOW = new Date('2026-11-24T03:00:00.500Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

async function folderOf(...ages: number[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-sets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const age of ages) await addSet(join(folder, setName(hoursAgo(age))), hoursAgo(age));
  return folder;
}

async function addSet(folder: string, at: Date): Promise<void> {
  const manifest: Manifest = {
    format: 1,
    takenAt: at.toISOString(),
    version: '0.1.0',
    schemas: {},
    files: 0,
    bytes: 0,
    sums: '',
  };
  await mkdir(folder);
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
}

test('a backup is named by its time', () => {
  expect(setName(NOW)).toBe('backup-20261124T030000Z');
});

test('a folder means the backup in it, or the newest one below it', async () => {
  const folder = await folderOf(2, 50, 1);
  expect((await setAt(folder))?.manifest.takenAt).toBe(hoursAgo(1).toISOString());
  const older = join(folder, setName(hoursAgo(50)));
  expect((await setAt(older))?.manifest.takenAt).toBe(hoursAgo(50).toISOString());
  expect(await setAt(join(folder, 'nowhere'))).toBeNull();
});

test('a beginning is no backup, and what is not ours is left alone', async () => {
  const folder = await folderOf(30, 20, 10);
  await mkdir(join(folder, 'backup-20261124T020000Z'));
  await mkdir(join(folder, 'backup-20261122T020000Z.unfinished'));
  await mkdir(join(folder, 'backup-20261124T025900Z.unfinished'));
  await mkdir(join(folder, 'pictures.unfinished'));
  expect((await setsIn(folder)).length).toBe(3);
  const place = backupPlace(readConfig({}), folder, () => NOW.getTime());
  await rotate(place, { rule: { days: 0, weeks: 0, months: 0, newest: 2 }, timeZone: 'UTC' }, NOW);
  expect((await readdir(folder)).sort()).toEqual([
    setName(hoursAgo(20)),
    setName(hoursAgo(10)),
    'backup-20261124T020000Z',
    'backup-20261124T025900Z.unfinished',
    'pictures.unfinished',
  ]);
});

test('a backup of a later layout is told, not guessed at', async () => {
  const folder = await folderOf();
  await writeFile(join(folder, MANIFEST), JSON.stringify({ format: 2 }));
  await expect(setAt(folder)).rejects.toThrow('newer version of this program (format 2)');
});
