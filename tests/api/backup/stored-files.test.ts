// @module-tag deep
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { storesAt } from '../../../server/platform/files/stores.ts';
import { runCommand } from '../../support/command.ts';
import { EVENING } from '../../support/moment.ts';
import { newDatabase } from '../../support/new-database.ts';
import { type ObjectServer, startObjects } from '../../support/object-server.ts';
import { ADMIN, startServer, type WholeServer } from '../../support/server.ts';
import { shopFolder } from '../../support/shop-folder.ts';

const BRIDGE = { kind: 'objects', service: 'bridge' } as const;

const SERVER = process.env.TEST_DATABASE_URL ?? '';
/** Beside the files, in the same bucket. */
const BACKUPS = 's3://parts/shop/backups';
const EARLY = 'files of the backup';
const LATE = 'files that came later';

/** A photo of the catalogue in the storage. */
async function putPhoto(objects: ObjectServer, name: string, text: string): Promise<void> {
  const stores = storesAt({ ...BRIDGE, storage: objects.storage }, { temporary: '', clock: () => EVENING });
  await stores.of('photos').put(name, Buffer.from(text));
}

async function photoIn(objects: ObjectServer, name: string): Promise<string | null> {
  const stores = storesAt({ ...BRIDGE, storage: objects.storage }, { temporary: '', clock: () => EVENING });
  const file = await stores.of('photos').open(name);
  return file && Buffer.concat(await (await file.read()).toArray()).toString();
}

async function addBrand(server: WholeServer, title: string): Promise<void> {
  const { access } = await server.signIn(ADMIN);
  const body = new URLSearchParams({ title });
  const headers = { Authorization: `Bearer ${access}` };
  const answer = await server.fetch('/api/bridge/brands', { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
}

/**
 * A shop with files in a storage, backed up there, then gone on: a brand and a photo more, and the photo of the backup gone.
 * What else it does before the backup and after it.
 */
async function shopGoneOn(more: Readonly<Record<string, string>>, before?: Hook, after?: Hook) {
  const [objects, dataFolder] = [await startObjects(), await shopFolder()];
  const environment = { ...objects.environment, ...more };
  const serve = async (title: string) => {
    const server = await startServer({ dataFolder, environment });
    await addBrand(server, title);
    await server.close();
  };
  const run = (command: string, ...words: string[]) =>
    runCommand(command, { ...environment, DATA_DIR: dataFolder }, ...words);
  await serve('Ранний');
  await putPhoto(objects, 'early.webp', EARLY);
  await before?.(dataFolder);
  const backup = await run('backup', BACKUPS);
  expect(backup).toMatchObject({ status: 0, stderr: '', answer: { databases: 4 } });
  await after?.(dataFolder);
  await serve('Поздний');
  await putPhoto(objects, 'late.webp', LATE);
  await objects.lose('bridge/photos/early.webp');
  const photos = async () => [await photoIn(objects, 'early.webp'), await photoIn(objects, 'late.webp')];
  return { objects, dataFolder, run, photos, set: String(backup.answer.folder).split('/').at(-1) ?? '' };
}
type Hook = (dataFolder: string) => Promise<void> | void;

const embeddedBrands = (dataFolder: string) => async () => {
  const db = new DatabaseSync(join(dataFolder, 'bridge.db'), { readOnly: true });
  const rows = db.prepare('select title from brands order by id').all();
  db.close();
  return rows.map(({ title }) => title);
};
const brandsAt = (url: string) => async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT title FROM bridge.brands ORDER BY id').finally(() => client.end());
  return rows.map(({ title }) => title);
};
const asideIn = async (dataFolder: string) => (await readdir(dataFolder)).filter((name) => name.startsWith('before-'));

/** A restore from the storage into it, and back. */
async function goesBack(more: Readonly<Record<string, string>>, brandsOf: (folder: string) => () => Promise<unknown>) {
  const { objects, dataFolder, run, photos } = await shopGoneOn(more);
  const brands = brandsOf(dataFolder);
  expect(await run('restore', BACKUPS)).toMatchObject({ status: 0 });
  expect(await brands()).toEqual(['Ранний']);
  expect(await photos()).toEqual([EARLY, LATE]);
  expect((await run('doctor')).answer).toMatchObject({ sound: true });

  // No row names it any more, so the server takes it away.
  await objects.lose('bridge/photos/late.webp');
  const [aside = ''] = await asideIn(dataFolder);
  objects.refuse(true);
  const away = await run('restore', '--back');
  expect([away.status, away.stderr]).toEqual([1, expect.stringContaining('SlowDown')]);
  objects.refuse(false);
  expect([await brands(), await asideIn(dataFolder)]).toEqual([['Ранний'], [aside]]);

  expect(await run('restore', '--back')).toMatchObject({ status: 0 });
  expect(await brands()).toEqual(['Ранний', 'Поздний']);
  expect(await photos()).toEqual([EARLY, LATE]);
}

test(
  'a restore with files in a storage can be taken back, files that the server has removed meanwhile too',
  { timeout: 120_000 },
  () => goesBack({}, embeddedBrands),
);

test('a restore that fails with files in a storage leaves databases, folder and storage as they were', {
  timeout: 120_000,
}, async () => {
  const versions = (sql: string) => (dataFolder: string) => {
    const db = new DatabaseSync(join(dataFolder, 'mnote.db'));
    db.exec(sql);
    db.close();
  };
  const { objects, dataFolder, run, photos } = await shopGoneOn(
    {},
    versions("insert into schema_migrations values (999, 'of a later program', '')"),
    versions('delete from schema_migrations where version = 999'),
  );
  const before = await readdir(dataFolder);
  const failed = await run('restore', BACKUPS);
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('999')]);
  expect(await embeddedBrands(dataFolder)()).toEqual(['Ранний', 'Поздний']);
  expect(await photos()).toEqual([EARLY, LATE]);
  expect(await readdir(dataFolder)).toEqual(before);
  const below = await readdir(join(dataFolder, 'files'), { recursive: true }).catch(() => []);
  expect(below.filter((name) => name.endsWith('.webp'))).toEqual([]);
  expect((await objects.names()).filter((name) => name.endsWith('late.webp'))).toEqual(['bridge/photos/late.webp']);
});

test('security 46: a backup in a storage of which a byte was changed is refused, and the file is named', {
  timeout: 120_000,
}, async () => {
  const { objects, dataFolder, run, photos, set } = await shopGoneOn({});
  const refusedFor = async (path: string) => {
    await objects.spoil(`backups/${set}/${path}`);
    const { status, stderr } = await run('restore', BACKUPS);
    expect([path, status]).toEqual([path, 1]);
    expect(await asideIn(dataFolder)).toEqual([]);
    expect(await readdir(join(dataFolder, 'backup-under-way'))).toEqual([]);
    return stderr;
  };
  expect(await refusedFor('files/bridge/photos/early.webp')).toMatch(
    /1 of \d+ files: files\/bridge\/photos\/early\.webp/,
  );
  expect(await refusedFor('bridge.db')).toMatch(/2 of \d+ files: bridge\.db, files\/bridge\/photos\/early\.webp/);
  expect(await refusedFor('SHA256SUMS')).toContain('SHA256SUMS of the backup');
  expect(await embeddedBrands(dataFolder)()).toEqual(['Ранний', 'Поздний']);
  expect(await photos()).toEqual([null, LATE]);
});

describe.skipIf(SERVER === '')('with a PostgreSQL server', () => {
  test('a shop with database and files elsewhere goes into a storage and back, and that is taken back', {
    timeout: 120_000,
  }, async () => {
    const url = await newDatabase(SERVER);
    await goesBack({ DATABASE_URL: url }, () => brandsAt(url));
  });

  test('a storage that is lost in the middle of a restore leaves the database as it was', {
    timeout: 120_000,
  }, async () => {
    const url = await newDatabase(SERVER);
    const { objects, dataFolder, run, photos } = await shopGoneOn({ DATABASE_URL: url });
    objects.refuseAt(/photos\/late\.webp/);
    const failed = await run('restore', BACKUPS);
    objects.refuse(false);
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('SlowDown')]);
    expect(await brandsAt(url)()).toEqual(['Ранний', 'Поздний']);
    expect([await photos(), await asideIn(dataFolder)]).toEqual([[EARLY, LATE], []]);
  });
});
