import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { embeddedDatabases } from '../../../server/operations/backup/databases.ts';
import { makeBackup } from '../../../server/operations/backup/make-backup.ts';
import { objectPlace } from '../../../server/operations/backup/object-place.ts';
import { objectClient } from '../../../server/platform/files/object-client.ts';
import { removeObject } from '../../../server/platform/files/objects.ts';
import { runCommand } from '../../support/command.ts';
import { EVENING } from '../../support/moment.ts';
import { startObjects } from '../../support/object-server.ts';
import { startServer } from '../../support/server.ts';
import { shopFolder } from '../../support/shop-folder.ts';

// @module-tag deep

const KEEP = { rule: { days: 0, weeks: 0, months: 0, newest: 2 }, timeZone: 'UTC' };
const DAY = 86_400_000;

/** A place in a storage and a data folder with one database and one file, backed up at moments. */
async function place() {
  const [objects, dataFolder] = [await startObjects(), await shopFolder()];
  const file = join(dataFolder, 'mnote.db');
  const db = new DatabaseSync(file);
  db.exec('create table schema_migrations (version); insert into schema_migrations values (1);');
  db.exec('create table texts (text); insert into texts values (randomblob(30000))');
  db.close();
  await mkdir(join(dataFolder, 'outbox'));
  await writeFile(join(dataFolder, 'outbox/letter.eml'), 'letter');
  const temporary = join(dataFolder, 'under-way');
  const backups = objectPlace(objects.storage, { temporary, clock: () => EVENING, pieceBytes: 10_000 });
  const take = (at: number, meanwhile = () => {}) =>
    makeBackup({
      files: { dataFolder, stored: [] },
      place: backups,
      databases: {
        kind: 'sqlite',
        copyTo: (folder) => {
          meanwhile();
          return embeddedDatabases({ mnote: file }).copyTo(folder);
        },
      },
      keep: KEEP,
      passphrase: '',
      version: '1',
      at: new Date(at),
    });
  return { objects, temporary, backups, take };
}

test('long files travel in pieces and are whole again; old backups and beginnings go', async () => {
  const { objects, temporary, backups, take } = await place();
  const first = await take(EVENING);
  expect((await objects.names()).filter((name) => name.includes('.piece-')).length).toBeGreaterThan(3);
  // A killed run has left a beginning: no manifest.
  await take(EVENING + 1_000);
  const [beginning] = await backups.sets();
  const client = objectClient(objects.storage, () => EVENING);
  const name = beginning?.folder.split('/').at(-1) ?? '';
  await removeObject(client, `${name}/manifest.json`);
  expect((await backups.meant())?.folder).toBe(first.folder);
  await take(EVENING + 2 * DAY);
  const last = await take(EVENING + 3 * DAY);
  expect((await backups.sets()).length).toBe(2);
  expect(new Set((await objects.names()).map((each) => each.split('/')[0])).size).toBe(2);
  const { set, release } = await backups.borrow(last);
  expect(await readFile(join(set.folder, 'outbox/letter.eml'), 'utf8')).toBe('letter');
  const copy = new DatabaseSync(join(set.folder, 'mnote.db'), { readOnly: true });
  expect(copy.prepare('select length(text) as long from texts').get()).toEqual({ long: 30_000 });
  copy.close();
  await release();
  expect(await readdir(temporary)).toEqual([]);
});

test('a storage that refuses midway is told, leaves nothing under way, and keeps the backup before', async () => {
  const { objects, temporary, backups, take } = await place();
  const first = await take(EVENING);
  const midway = take(EVENING + DAY, () => objects.refuse(true));
  await expect(midway).rejects.toThrow('answered 503 SlowDown');
  objects.refuse(false);
  expect((await backups.meant())?.folder).toBe(first.folder);
  expect(await readdir(temporary)).toEqual([]);
});

test('a shop goes into the storage and back by the commands; a lost object changes nothing', async () => {
  const [objects, dataFolder, other] = [await startObjects(), await shopFolder(), await shopFolder()];
  await (await startServer({ dataFolder })).close();
  const { FILES_URL = '', ...rest } = objects.environment;
  const run = (command: string, folder: string, ...words: string[]) =>
    runCommand(command, { ...rest, DATA_DIR: folder }, ...words);
  expect(await run('backup', dataFolder, FILES_URL)).toMatchObject({ status: 0, stderr: '' });
  expect(await run('restore', other, FILES_URL)).toMatchObject({
    status: 0,
    answer: { restored: expect.stringContaining(FILES_URL) },
  });
  expect((await run('doctor', other)).answer).toMatchObject({ sound: true });
  expect(await readdir(other)).toContain('mauth.db');
  await objects.lose((await objects.names()).find((name) => name.endsWith('/mauth.db')) ?? '');
  const damaged = await run('restore', other, FILES_URL);
  expect(damaged.status).toBe(1);
  expect(damaged.stderr).toContain('mauth.db');
  expect((await readdir(other)).filter((name) => name.startsWith('before-')).length).toBe(1);
});
