import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { troubleOf } from '../../../server/platform/database/trouble.ts';
import { contentOf, type FileStore, type FileStores, folderStores } from '../../../server/platform/files/file-store.ts';
import { storesAt } from '../../../server/platform/files/stores.ts';
import { EVENING } from '../../support/moment.ts';
import { startObjects } from '../../support/object-server.ts';
import { shopFolder } from '../../support/shop-folder.ts';

const BRIDGE = { kind: 'objects', service: 'bridge' } as const;

const clock = () => EVENING;
const NAME = `${'ab'.repeat(16)}@2x.webp`;

async function textIn(store: FileStore, name: string): Promise<string | null> {
  const file = await store.open(name);
  return file && (await contentOf(file)).toString();
}

async function listed(store: FileStore): Promise<string[]> {
  const names = [];
  for await (const { name } of store.list()) names.push(name);
  return names.toSorted();
}

describe.each<[string, (folder: string) => Promise<FileStores>]>([
  ['a folder', async (folder) => folderStores(join(folder, 'files'), clock)],
  [
    'an object storage',
    async (folder) => storesAt({ ...BRIDGE, storage: (await startObjects()).storage }, { temporary: folder, clock }),
  ],
])('files in %s', (_, open) => {
  let folder: string;
  let store: FileStore;
  let other: FileStore;
  beforeEach(async () => {
    folder = await shopFolder();
    const stores = await open(folder);
    store = stores.of('photos');
    other = stores.of('photos2');
    await store.prepare();
    await other.prepare();
    await stores.probe();
  });
  const received = async (text: string) => {
    const path = join(folder, `received ${text}`);
    await writeFile(path, text);
    return path;
  };

  test('are kept whole, told of, read in parts, replaced and removed', async () => {
    await other.put('not-ours', Buffer.from('x'));
    await store.put(NAME, Buffer.from('a photo'));
    await store.put('empty', Buffer.alloc(0));
    expect(await textIn(store, NAME)).toBe('a photo');
    expect(await textIn(store, 'empty')).toBe('');
    const part = await (await store.open(NAME))?.read({ start: 2, end: 4 });
    expect((await part?.toArray())?.join('')).toBe('pho');
    const facts = await store.find(NAME);
    expect(facts).toMatchObject({ name: NAME, size: 7 });
    expect(Math.abs((facts?.writtenAt ?? 0) - EVENING)).toBeLessThan(60_000);
    expect(await listed(store)).toEqual([NAME, 'empty'].toSorted());
    await store.put(NAME, Buffer.from('another'));
    expect(await textIn(store, NAME)).toBe('another');
    for (const name of [NAME, NAME, 'empty']) await store.remove(name);
    expect(await listed(store)).toEqual([]);
    expect([await store.find(NAME), await store.open(NAME), await store.borrow(NAME)]).toEqual([null, null, null]);
    expect(await listed(other)).toEqual(['not-ours']);
  });

  test('come from a path, and are lent and brought to one', async () => {
    await store.copy('kept', await received('as it came'));
    expect(await readdir(folder)).toContain('received as it came');
    await store.take('taken', await received('moved'));
    expect(await readdir(folder)).not.toContain('received moved');
    expect([await textIn(store, 'kept'), await textIn(store, 'taken')]).toEqual(['as it came', 'moved']);
    const lent = await store.borrow('kept');
    expect([lent?.size, await readFile(lent?.path ?? '', 'utf8')]).toEqual([10, 'as it came']);
    await lent?.release();
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const path = join(folder, 'fetched');
    expect([await store.fetch('kept', path), await readFile(path, 'utf8')]).toEqual([true, 'as it came']);
    expect(await store.fetch('nothing', join(folder, 'none'))).toBe(false);
    await expect(store.take('gone', join(folder, 'none'))).rejects.toThrow('ENOENT');
    expect(await textIn(store, 'kept')).toBe('as it came');
  });
});

test('a list goes on over the pages of an object storage', async () => {
  const { storage } = await startObjects();
  const store = storesAt({ ...BRIDGE, storage }, { temporary: '', clock }).of('photos');
  const names = ['a', 'b', 'c', 'd e', 'f', 'g', 'h@2x.webp'];
  for (const name of names) await store.put(name, Buffer.from(name));
  expect(await listed(store)).toEqual(names);
});

test('a storage that is away is trouble that passes; a wrong key or bucket says so', async () => {
  const objects = await startObjects();
  const surroundings = { temporary: '', clock };
  const stores = storesAt({ ...BRIDGE, storage: objects.storage }, surroundings);
  const store = stores.of('photos');
  await store.put('one', Buffer.from('one'));
  const troubles = async () => {
    const tried = [store.put('two', Buffer.from('two')), store.open('one'), store.remove('one'), stores.probe()];
    return (await Promise.allSettled(tried)).map((each) => troubleOf('reason' in each ? each.reason : null));
  };
  objects.refuse(true);
  expect(await troubles()).toEqual(['away', 'away', 'away', 'away']);
  objects.refuse(false);
  await objects.stop();
  expect(await troubles()).toEqual(['away', 'away', 'away', 'away']);
  await objects.start();
  expect(await textIn(store, 'one')).toBe('one');
  expect(await objects.names()).toEqual(['bridge/photos/one']);
  for (const [wrong, message] of [
    [{ secret: 'other' }, 'answered 403'],
    [{ bucket: 'other' }, 'has no such bucket'],
  ] as const) {
    const refused = storesAt({ ...BRIDGE, storage: { ...objects.storage, ...wrong } }, surroundings);
    await expect(refused.probe()).rejects.toThrow(message);
    await expect(refused.of('photos').put('one', Buffer.from('x'))).rejects.toThrow('the object storage');
  }
});
