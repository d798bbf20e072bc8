// @module-tag deep
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { ADMIN, startServer, type WholeServer } from '../../support/server.ts';
import { openSmallDisk } from '../../support/small-disk.ts';

const run = (command: 'backup' | 'restore', dataFolder: string, ...words: string[]) =>
  runCommand(command, { DATA_DIR: dataFolder }, ...words);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function addPhoto(dataFolder: string, name: string, text: string): Promise<void> {
  const folder = join(dataFolder, 'files/bridge/photos');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), text);
}

/** Adds brands, as an administrator does, until the work is done. Returns how many were accepted. */
async function addBrandsWhile(server: WholeServer, work: Promise<unknown>): Promise<number> {
  const { access } = await server.signIn(ADMIN);
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let count = 0; ; ) {
    if (isOver) return count;
    const answer = await server.fetch('/api/bridge/brands', {
      method: 'POST',
      headers: { Authorization: `Bearer ${access}` },
      body: new URLSearchParams({ title: `Бренд ${count + 1}` }),
    });
    if (answer.ok) count++;
  }
}

/** Backups are named by their second. */
const nextSecond = () => pause(1_000);

const brandsIn = (file: string): string[] => {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare('select title from brands order by id')
      .all()
      .map(({ title }) => String(title));
  } finally {
    db.close();
  }
};

/** A data folder that a server made and left, with one brand and two files, and a backup of it. */
async function leftShop(): Promise<{ dataFolder: string; folder: string; set: string }> {
  const [dataFolder, folder] = [await newFolder(), await newFolder()];
  const server = await startServer({ dataFolder });
  const { access } = await server.signIn(ADMIN);
  const body = new URLSearchParams({ title: 'КАМАЗ' });
  const headers = { Authorization: `Bearer ${access}` };
  expect((await server.fetch('/api/bridge/brands', { method: 'POST', headers, body })).ok).toBe(true);
  await server.close();
  await addPhoto(dataFolder, 'one.webp', 'first photo');
  await addPhoto(dataFolder, 'two.webp', 'second photo');
  const { status, answer } = await run('backup', dataFolder, folder);
  expect(status).toBe(0);
  return { dataFolder, folder, set: String(answer.folder) };
}

test('a backup that is taken while people write is whole, and a server starts from it', async () => {
  const [dataFolder, folder, restored] = [await newFolder(), await newFolder(), await newFolder()];
  const server = await startServer({ dataFolder });
  onTestFinished(() => server.close());
  await addPhoto(dataFolder, 'one.webp', 'photo');
  await mkdir(join(dataFolder, 'files/bridge/pricelists'), { recursive: true });
  await writeFile(join(dataFolder, 'files/bridge/pricelists/list.xlsx'), 'made again');
  await mkdir(join(dataFolder, 'compiled'));
  await writeFile(join(dataFolder, 'compiled/module'), 'made again');
  const backup = run('backup', dataFolder, folder);
  const accepted = await addBrandsWhile(server, backup);
  const { status, answer, stderr } = await backup;
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(answer).toMatchObject({ databases: 4 });
  expect((await run('restore', restored, folder)).status).toBe(0);
  const copy = await startServer({ dataFolder: restored });
  onTestFinished(() => copy.close());
  // The key came with it, and so did the account; brands are a beginning of those that were accepted.
  await copy.signIn(ADMIN);
  const brands = brandsIn(join(restored, 'bridge.db'));
  expect(brands).toEqual(brands.map((_, index) => `Бренд ${index + 1}`));
  expect(brands.length).toBeLessThanOrEqual(accepted);
  expect(await readFile(join(restored, 'files/bridge/photos/one.webp'), 'utf8')).toBe('photo');
  expect(await readdir(join(restored, 'files/bridge'))).not.toContain('list.xlsx');
  expect(await readdir(String(answer.folder))).not.toContain('compiled');
  expect((await stat(join(String(answer.folder), 'bridge.db'))).mode & 0o777).toBe(0o600);
});

test('what was there is kept aside, and --back changes the two', async () => {
  const { dataFolder, folder } = await leftShop();
  const db = new DatabaseSync(join(dataFolder, 'bridge.db'));
  db.exec(`update brands set title = 'ЗИЛ'`);
  db.close();
  await addPhoto(dataFolder, 'three.webp', 'later');
  expect((await run('restore', dataFolder, folder)).status).toBe(0);
  expect(brandsIn(join(dataFolder, 'bridge.db'))).toEqual(['КАМАЗ']);
  expect((await readdir(join(dataFolder, 'files/bridge/photos'))).sort()).toEqual(['one.webp', 'two.webp']);
  expect((await run('restore', dataFolder, '--back')).status).toBe(0);
  expect(brandsIn(join(dataFolder, 'bridge.db'))).toEqual(['ЗИЛ']);
  expect(await readdir(join(dataFolder, 'files/bridge/photos'))).toContain('three.webp');
});

test('files that the backup before has take no room, and old backups go', async () => {
  const { dataFolder, folder, set } = await leftShop();
  await addPhoto(dataFolder, 'two.webp', 'second photo, other');
  const other = await newFolder();
  await symlink(other, join(dataFolder, 'files/bridge/arrivals'));
  await writeFile(join(other, 'list.xlsx'), 'on another disk');
  await nextSecond();
  const { answer } = await run('backup', dataFolder, folder);
  const second = String(answer.folder);
  const inode = async (...path: string[]) => (await stat(join(...path))).ino;
  expect(await inode(second, 'files/bridge/photos/one.webp')).toBe(await inode(set, 'files/bridge/photos/one.webp'));
  expect(await readFile(join(set, 'files/bridge/photos/two.webp'), 'utf8')).toBe('second photo');
  expect(await readFile(join(second, 'files/bridge/photos/two.webp'), 'utf8')).toBe('second photo, other');
  expect(await readFile(join(second, 'files/bridge/arrivals/list.xlsx'), 'utf8')).toBe('on another disk');
  await nextSecond();
  const third = String((await run('backup', dataFolder, folder, '--keep', '2')).answer.folder);
  expect((await readdir(folder)).sort()).toEqual([second, third].map((path) => path.split('/').at(-1)));
});

test('a damaged backup changes nothing and names the file', async () => {
  const { dataFolder, set } = await leftShop();
  await writeFile(join(set, 'files/bridge/photos/one.webp'), 'first phot0');
  await rm(join(set, 'files/bridge/photos/two.webp'));
  const { status, stderr } = await run('restore', dataFolder, set);
  expect(status).toBe(1);
  expect(stderr).toContain('2 of 6 files: files/bridge/photos/one.webp, files/bridge/photos/two.webp');
  expect(brandsIn(join(dataFolder, 'bridge.db'))).toEqual(['КАМАЗ']);
  expect((await readdir(dataFolder)).filter((name) => name.startsWith('before-'))).toEqual([]);
});

test('databases that this program cannot serve are taken away again, and what was there is put back', async () => {
  const { dataFolder, folder, set } = await leftShop();
  const db = new DatabaseSync(join(dataFolder, 'bridge.db'));
  db.exec(`insert into schema_migrations values (999, 'of a later program', '')`);
  db.close();
  await nextSecond();
  expect((await run('backup', dataFolder, folder)).status).toBe(0);
  const there = await newFolder();
  expect((await run('restore', there, set)).status).toBe(0);
  const { status, stderr } = await run('restore', there, folder);
  expect(status).toBe(1);
  expect(stderr).toContain('999');
  expect(brandsIn(join(there, 'bridge.db'))).toEqual(['КАМАЗ']);
  expect(await readFile(join(there, 'files/bridge/photos/one.webp'), 'utf8')).toBe('first photo');
});

test('nothing is restored under a server that works', async () => {
  const { dataFolder, folder } = await leftShop();
  const server = await startServer({ dataFolder });
  onTestFinished(() => server.close());
  const { status, stderr } = await run('restore', dataFolder, folder);
  expect(status).toBe(1);
  expect(stderr).toContain('is in use: stop the server first');
  await server.signIn(ADMIN);
});

test('a backup that the disk has no room for leaves nothing behind, and the earlier ones stay', async ({ skip }) => {
  const disk = openSmallDisk(8) ?? skip('this machine lets the test mount no disk of its own');
  onTestFinished(() => disk.remove());
  const { dataFolder } = await leftShop();
  expect((await run('backup', dataFolder, disk.folder)).status).toBe(0);
  disk.fill(16 * 1024);
  await addPhoto(dataFolder, 'large.webp', 'x'.repeat(1024 * 1024));
  const before = await readdir(disk.folder);
  const { status, stderr } = await run('backup', dataFolder, disk.folder);
  expect(status).toBe(1);
  expect(stderr).toContain('The disk is full');
  expect(await readdir(disk.folder)).toEqual(before);
});

test('what is asked wrongly is told, and nothing is done', async () => {
  const dataFolder = await newFolder();
  for (const [command, ...words] of [
    ['backup', dataFolder],
    ['backup'],
    ['backup', 'a', 'b'],
    ['backup', 'a', '--keep', '0'],
    ['backup', 'a', '--kep', '2'],
    ['restore'],
    ['restore', 'a', '--back'],
  ] as const) {
    const { status, stderr } = await run(command, dataFolder, ...words);
    expect(status, `${command} ${words.join(' ')}`).toBe(2);
    expect(stderr.length).toBeGreaterThan(10);
  }
  expect((await run('restore', dataFolder, dataFolder)).stderr).toContain('no finished backup');
  expect((await run('restore', dataFolder, '--back')).stderr).toContain('nothing was restored');
  expect(await readdir(dataFolder)).toEqual([]);
});

test('security 99: a backup has the key only under a passphrase, says when it has not, and a restore says what that means', async () => {
  const { dataFolder, folder, set } = await leftShop();
  const secret = await readFile(join(dataFolder, 'jwt.secret'), 'utf8');
  expect((await readdir(set)).filter((name) => name.includes('secret'))).toEqual([]);
  await nextSecond();
  const bare = await run('backup', dataFolder, folder);
  expect([bare.answer.leftOut, bare.stdout]).toEqual([['jwt.secret'], expect.stringContaining('left out')]);
  const empty = await newFolder();
  const without = await run('restore', empty, folder);
  expect([without.status, without.stdout]).toEqual([0, expect.stringContaining('everybody signs in again')]);
  expect(await readdir(empty)).not.toContain('jwt.secret');

  await nextSecond();
  const withPhrase = (command: 'backup' | 'restore', to: string, phrase: string) =>
    runCommand(command, { DATA_DIR: to, BACKUP_PASSPHRASE: phrase }, folder);
  const sealed = await withPhrase('backup', dataFolder, 'a phrase of the owner');
  expect([sealed.status, sealed.answer.leftOut]).toEqual([0, []]);
  const text = await readFile(join(String(sealed.answer.folder), 'jwt.secret.sealed'), 'utf8');
  expect(text).not.toContain(secret.trim());
  const other = await newFolder();
  expect((await withPhrase('restore', other, 'a phrase of a thief')).status).toBe(1);
  expect((await withPhrase('restore', other, 'a phrase of the owner')).status).toBe(0);
  expect(await readFile(join(other, 'jwt.secret'), 'utf8')).toBe(secret);
  // The owner of a key keeps it without a passphrase.
  expect((await run('restore', dataFolder, folder)).status).toBe(0);
  expect(await readFile(join(dataFolder, 'jwt.secret'), 'utf8')).toBe(secret);
});
