import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { databaseFile, SERVICE_NAMES } from '../../../settings/storage.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { FILES_AT_ONCE, limitTo } from '../../platform/limit-to.ts';
import type { StoredKind } from '../config/places.ts';
import type { SetDraft, SourceFacts } from './sets.ts';

/** What is copied, and what was: paths below the data folder. */
export interface FilesCopied {
  readonly sums: Map<string, string>;
  bytes: number;
}

/** Where the files of a shop lie. */
export interface FilesFrom {
  readonly dataFolder: string;
  /** What an object storage has; none where the data folder has everything. */
  readonly stored: readonly StoredKind[];
}

/**
 * Copies the files that the backup does not have yet, unless the one before has the same. Files are never changed in place,
 * only written anew under another name; of an object storage the name and the size are enough. A file that went meanwhile
 * is left out. When this settles nothing is under way any more.
 */
export async function copyFiles(
  { dataFolder, stored }: FilesFrom,
  draft: SetDraft,
  copied: FilesCopied,
): Promise<void> {
  const turn = limitTo(FILES_AT_ONCE);
  const copies: (() => Promise<void>)[] = [];
  for await (const path of listKeptFiles(dataFolder, stored.length > 0 ? FOLDERS_BESIDE_STORAGE : undefined))
    if (!copied.sums.has(path)) copies.push(() => copyFromFolder(path));
  for (const kind of stored)
    for await (const { name, size } of kind.store.list()) {
      const path = `${kind.path}/${name}`;
      if (!copied.sums.has(path)) copies.push(() => copyFromStore(kind.store, name, path, size));
    }
  const failures: unknown[] = [];
  const untilFailure = (copy: () => Promise<void>) =>
    turn(async () => {
      if (failures.length === 0) await copy().catch((error: unknown) => void failures.push(error));
    });
  await Promise.all(copies.map(untilFailure));
  if (failures.length > 0) throw failures[0];

  async function copyFromFolder(path: string): Promise<void> {
    const from = join(dataFolder, path);
    try {
      const { size, mtime } = await stat(from);
      await copyOne(path, { size, mtime }, async (to) => {
        await copyFile(from, to, constants.COPYFILE_FICLONE);
        await utimes(to, mtime, mtime);
        return true;
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  function copyFromStore(store: FileStore, name: string, path: string, size: number): Promise<void> {
    return copyOne(path, { size, mtime: null }, (to) => store.fetch(name, to));
  }

  async function copyOne(path: string, facts: SourceFacts, bring: (to: string) => Promise<boolean>): Promise<void> {
    let sum = await draft.again(path, facts);
    if (sum === null) {
      const to = join(draft.folder, path);
      await mkdir(dirname(to), { recursive: true });
      if (!(await bring(to))) return;
      ({ sum } = await draft.take(path));
    }
    copied.sums.set(path, sum);
    copied.bytes += facts.size;
  }
}

/** What a backup has of the data folder besides the databases. */
const FOLDERS = ['files', 'outbox'];
/** The same where an object storage has the files: what lies in the folder was there before, or is under way. */
const FOLDERS_BESIDE_STORAGE = ['outbox'];
/** Below files/: what the server makes again by itself, or has not finished receiving. */
const MADE_AGAIN = new Set(
  ['pricelists', 'snapshots', 'copies', 'feeds', 'incoming'].flatMap((name) =>
    SERVICE_NAMES.map((service) => `files/${service}/${name}`),
  ),
);
/** Everything of the data folder that belongs to its state: what a restore takes away before it puts its own there. */
export const DATA_FOLDER_STATE = [
  ...SERVICE_NAMES.flatMap((service) => ['', '-wal', '-shm'].map((end) => databaseFile(service) + end)),
  ...FOLDERS,
  'copies',
  'site',
];

/**
 * Every file to keep, as a path below the data folder with slashes, in no order. A folder that goes meanwhile is empty; one
 * that lies on another disk and is linked to belongs to it.
 */
export async function* listKeptFiles(dataFolder: string, folders = FOLDERS): AsyncGenerator<string> {
  const left = [...folders];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    for (const entry of await entriesOf(join(dataFolder, folder))) {
      const path = posix.join(folder, entry.name);
      const found = entry.isSymbolicLink() ? await statOf(join(dataFolder, path)) : entry;
      if (found?.isDirectory()) {
        if (!MADE_AGAIN.has(path)) left.push(path);
      } else if (found?.isFile()) yield path;
    }
  }
}

/** What a link leads to; null when that is nothing. */
const statOf = (path: string) => stat(path).catch(() => null);

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
