// @module-tag deep
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { type BackupScheduler, scheduleBackups } from '../../../server/operations/backup/schedule.ts';
import { openBackups } from '../../../server/operations/backup/scheduled-backups.ts';
import { readConfig } from '../../../server/operations/config/config.ts';
import { EVENING } from '../../support/moment.ts';
import { startObjects } from '../../support/object-server.ts';
import { ADMIN, startServer, USER } from '../../support/server.ts';
import { shopFolder } from '../../support/shop-folder.ts';

const DAY = 86_400_000;
const AT = { minutes: 210, timeZone: 'Asia/Yekaterinburg' };
const log = pino({ level: 'silent' });

/** A process that takes backups into a folder; `take` stands for the taking. */
function processOver(folder: string, clock: () => number, take: () => Promise<{ bytes: number }>): BackupScheduler {
  const scheduler = scheduleBackups({ folder, at: AT, take, clock, log });
  onTestFinished(() => scheduler.close());
  return scheduler;
}

test('one backup is taken a day, whichever process looks and however often one is started', async () => {
  const folder = await shopFolder();
  let now = EVENING;
  let taken = 0;
  const take = async () => {
    taken += 1;
    return { bytes: 7 };
  };
  const one = processOver(folder, () => now, take);
  const other = processOver(folder, () => now, take);
  await Promise.all([one.look(), other.look()]);
  await Promise.all([one.look(), other.look()]);
  expect(taken).toBe(1);
  await processOver(folder, () => now, take).look();
  expect(taken).toBe(1);
  now += DAY;
  await Promise.all([one.look(), other.look()]);
  expect(taken).toBe(2);
  expect(await other.state()).toMatchObject({
    isScheduled: true,
    isRunning: false,
    lastAt: new Date(now).toISOString(),
    bytes: 7,
    failedAt: null,
    error: '',
  });
});

test('a failure is kept and told, and tried again an hour later; the one before is still known', async () => {
  const folder = await shopFolder();
  let now = EVENING;
  let problem: string | null = null;
  const scheduler = processOver(
    folder,
    () => now,
    async () => {
      if (problem !== null) throw new Error(problem);
      return { bytes: 7 };
    },
  );
  await scheduler.look();
  problem = 'The disk is full';
  now += DAY;
  await scheduler.look();
  problem = null;
  await scheduler.look();
  const failed = await scheduler.state();
  expect(failed).toMatchObject({
    lastAt: new Date(EVENING).toISOString(),
    failedAt: new Date(now).toISOString(),
    error: 'The disk is full',
    nextAt: new Date(now + 3_600_000).toISOString(),
  });
  now += 3_600_000;
  await scheduler.look();
  expect(await scheduler.state()).toMatchObject({ lastAt: new Date(now).toISOString(), failedAt: null });
});

test('the backup of a running shop is the one of the command, and administrators see when it was', async () => {
  const [dataFolder, folder] = [await shopFolder(), await shopFolder()];
  const environment = { BACKUP_DIR: folder, BACKUP_AT: '00:00', BACKUP_KEEP: '2d' };
  const server = await startServer({ dataFolder, environment });
  onTestFinished(() => server.close());
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const config = readConfig({ ...environment, DATA_DIR: dataFolder });
  const backups = openBackups(config, { root, environment, clock: () => EVENING, log });
  onTestFinished(() => backups?.close());
  await backups?.look();
  expect(await backups?.state()).toMatchObject({ lastAt: new Date(EVENING).toISOString(), error: '' });
  expect((await readdir(folder)).filter((name) => name.startsWith('backup-'))).toHaveLength(1);

  const ask = async (account: typeof ADMIN) => {
    const { access } = await server.signIn(account);
    return server.fetch('/api/site/backups', { headers: { Authorization: `Bearer ${access}` } });
  };
  expect(await (await ask(ADMIN)).json()).toMatchObject({ isScheduled: true, lastAt: new Date(EVENING).toISOString() });
  expect((await ask(USER)).status).toBe(403);
  expect((await server.fetch('/api/site/backups')).status).toBe(401);
});

test('a backup by the clock goes into an object storage, and the page of the state tells what became of it', {
  timeout: 120_000,
}, async () => {
  const [dataFolder, objects] = [await shopFolder(), await startObjects()];
  const {
    FILES_URL = '',
    FILES_ENDPOINT = '',
    FILES_REGION = '',
    FILES_KEY = '',
    FILES_SECRET = '',
  } = objects.environment;
  const environment = {
    ...{ BACKUP_DIR: FILES_URL, BACKUP_AT: '00:00' },
    BACKUP_ENDPOINT: FILES_ENDPOINT,
    BACKUP_REGION: FILES_REGION,
    BACKUP_KEY: FILES_KEY,
    BACKUP_SECRET: FILES_SECRET,
  };
  const server = await startServer({ dataFolder, environment });
  onTestFinished(() => server.close());
  let now = EVENING;
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const config = readConfig({ ...environment, DATA_DIR: dataFolder });
  const backups = openBackups(config, { root, environment, clock: () => now, log });
  onTestFinished(() => backups?.close());
  const told = async () => {
    const { access } = await server.signIn(ADMIN);
    const answer = await server.fetch('/api/state/', { headers: { Authorization: `Bearer ${access}` } });
    return ((await answer.json()) as StateAnswer).backups;
  };
  expect(await told()).toEqual({ lastAt: null, error: '' });
  await backups?.look();
  expect(await told()).toEqual({ lastAt: new Date(EVENING).toISOString(), error: '' });
  const taken = await objects.names();
  expect(taken).toContainEqual(expect.stringMatching(/^backup-[^/]+\/manifest\.json$/));

  now += DAY;
  objects.refuse(true);
  await backups?.look();
  objects.refuse(false);
  expect(await told()).toEqual({
    lastAt: new Date(EVENING).toISOString(),
    error: expect.stringContaining('the object storage answered 503 SlowDown'),
  });
  expect(await objects.names()).toEqual(taken);
  now += 3_600_000;
  await backups?.look();
  expect(await told()).toEqual({ lastAt: new Date(now).toISOString(), error: '' });
  // Readings are kept for some seconds.
  const metrics = async () => (await server.fetch('/metrics')).text();
  await expect.poll(metrics).toContain(`\nbackup_last_timestamp_seconds ${now / 1000}\n`);
});

test('what keeps a backup from being taken is told in words', async () => {
  const [dataFolder, folder] = [await shopFolder(), await shopFolder()];
  await mkdir(join(dataFolder, 'files'));
  await writeFile(join(dataFolder, 'files/mnote'), 'no folder');
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const config = readConfig({ BACKUP_DIR: folder, DATA_DIR: dataFolder });
  const backups = openBackups(config, { root, environment: {}, clock: () => EVENING, log });
  onTestFinished(() => backups?.close());
  await backups?.look();
  expect((await backups?.state())?.error).toContain('there is no database in');
});

test('nothing is scheduled without a folder, and administrators are told so', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const { access } = await server.signIn(ADMIN);
  const answer = await server.fetch('/api/site/backups', { headers: { Authorization: `Bearer ${access}` } });
  expect(await answer.json()).toMatchObject({ isScheduled: false, lastAt: null, nextAt: null });
});
