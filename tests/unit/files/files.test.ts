import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { containsTag } from '../../../rules/format/etag.ts';
import { contentOf, folderStores } from '../../../server/platform/files/file-store.ts';
import { doubledName, openFiles, type StoredFiles } from '../../../server/platform/files/stored-files.ts';
import { limitTo } from '../../../server/platform/limit-to.ts';
import { EVENING } from '../../support/moment.ts';

let folder: string;
let files: StoredFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-files-'));
  files = await openFiles(folderStores(folder, () => EVENING).of('photos'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const stored = () => readdir(join(folder, 'photos'));

async function textOf(name: string): Promise<string | null> {
  const file = await files.open(name);
  return file && (await contentOf(file)).toString('utf8');
}

test('a file is stored under a random name with a fixed extension, the double-size one beside it', async () => {
  const name = await files.put('webp', Buffer.from('one'), Buffer.from('two'));
  expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
  expect(await textOf(name)).toBe('one');
  expect(await textOf(doubledName(name))).toBe('two');
  const file = await files.open(name);
  expect([file?.size, file?.type]).toEqual([3, 'image/webp']);
  await file?.close();
  expect(await files.put('webp', Buffer.from('one'))).not.toBe(name);
});

test('removing a file removes the double-size one too, and a second time is no error', async () => {
  const name = await files.put('webp', Buffer.from('one'), Buffer.from('two'));
  await files.remove(name);
  await files.remove(name);
  expect(await stored()).toEqual([]);
  expect(await files.open(name)).toBeNull();
});

test('security 40: only a generated name is looked for, so nothing outside the folder is ever opened or removed', async () => {
  const secret = `${'a'.repeat(32)}.webp`;
  await writeFile(join(folder, secret), 'secret');
  await writeFile(join(folder, 'photos', 'note.txt'), 'secret');
  for (const name of [
    `../${secret}`,
    `..\\${secret}`,
    `%2e%2e/${secret}`,
    join(folder, secret),
    `${secret}\0.png`,
    `${secret}.`,
    `${secret} `,
    'note.txt',
    '',
    '.',
    'CON.png',
    `${'A'.repeat(32)}.webp`,
    `${'a'.repeat(32)}.html`,
    `${'a'.repeat(32)}.constructor`,
  ]) {
    expect(await files.open(name)).toBeNull();
    await files.remove(name);
  }
  expect(await stored()).toEqual(['note.txt']);
  expect(await readdir(folder)).toContain(secret);
});

test('security 29: the sweep removes old files that nothing uses and old drafts, and keeps all others', async () => {
  const used = await files.put('webp', Buffer.from('used'), Buffer.from('used'));
  const young = await files.put('webp', Buffer.from('young'));
  const orphan = await files.put('webp', Buffer.from('orphan'), Buffer.from('orphan'));
  const draft = `${'b'.repeat(32)}.webp.part`;
  const path = (name: string) => join(folder, 'photos', name);
  await writeFile(path(draft), 'half');
  await writeFile(path('keep.txt'), 'not ours');
  const old = new Date(EVENING - 7_200_000);
  for (const name of [used, doubledName(used), orphan, doubledName(orphan), draft, 'keep.txt']) {
    await utimes(path(name), old, old);
  }
  expect(await files.sweep(async () => [used], EVENING)).toBe(3);
  expect((await stored()).sort()).toEqual([used, doubledName(used), young, 'keep.txt'].sort());
});

test('a file that cannot be written leaves nothing behind', async () => {
  await rm(join(folder, 'photos'), { recursive: true });
  await expect(files.put('webp', Buffer.from('one'))).rejects.toThrow();
  await mkdir(join(folder, 'photos'));
  expect(await stored()).toEqual([]);
});

test('a folder that is a link to another disk works like any other', async () => {
  await symlink(join(folder, 'photos'), join(folder, 'link'));
  const linked = await openFiles(folderStores(folder, () => EVENING).of('link'));
  expect(await textOf(await linked.put('webp', Buffer.from('one')))).toBe('one');
});

test('work over the limit waits its turn, and a failure frees its place', async () => {
  const inTurn = limitTo(2);
  let running = 0;
  let most = 0;
  const work = (fails: boolean) =>
    inTurn(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (fails) throw new Error('failed');
    });
  const all = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => work(n % 3 === 0)));
  expect(most).toBe(2);
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(3);
});

test('a tag is recognised in a list, weak or strong', () => {
  expect(containsTag('"a", W/"b"', '"b"')).toBe(true);
  expect(containsTag('*', '"b"')).toBe(true);
  expect(containsTag('"bb"', '"b"')).toBe(false);
  expect(containsTag(undefined, '"b"')).toBe(false);
});

test('a received file moves in as it is, young whenever it was received', async () => {
  const path = join(folder, 'received.part');
  await writeFile(path, '%PDF-');
  await utimes(path, 1, 1);
  const name = await files.take('pdf', path);
  expect(name).toMatch(/^[0-9a-f]{32}\.pdf$/);
  expect([await textOf(name), await readdir(folder)]).toEqual(['%PDF-', ['photos']]);
  expect(await files.sweep(async () => [], EVENING)).toBe(0);
  await expect(files.take('pdf', path)).rejects.toThrow('ENOENT');
});

test('security 29: what was stored just now is kept although the disk has a clock that is behind', async () => {
  const ahead = EVENING + 300 * 86_400_000;
  files = await openFiles(folderStores(folder, () => ahead).of('photos'));
  const name = await files.put('webp', Buffer.from('one'), Buffer.from('two'));
  const unasked = () => Promise.reject(new Error('no file is old enough to ask'));
  expect(await files.sweep(unasked, ahead)).toBe(0);
  expect(await textOf(name)).toBe('one');
});
