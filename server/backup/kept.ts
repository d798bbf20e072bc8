import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { databaseFile, SERVICE_NAMES } from '../../settings/data-folder.ts';

/** What a backup has of the data folder besides the databases. */
const FOLDERS = ['files', 'outbox'];
/** The same where an object storage has the files: what lies in the folder was there before, or is under way. */
export const FOLDERS_BESIDE_STORAGE = ['outbox'];
/** Below files/: what the server makes again by itself, or has not finished receiving. */
const MADE_AGAIN = new Set(
  ['pricelists', 'snapshots', 'copies', 'feeds', 'incoming'].flatMap((name) =>
    SERVICE_NAMES.map((service) => `files/${service}/${name}`),
  ),
);
/** Everything of the data folder that belongs to its state: what a restore takes away before it puts its own there. */
export const STATE = [
  ...SERVICE_NAMES.flatMap((service) => ['', '-wal', '-shm'].map((end) => databaseFile(service) + end)),
  ...FOLDERS,
  'copies',
  'site',
];

/**
 * Every file to keep, as a path below the data folder with slashes, in no order. A folder that goes meanwhile is empty; one
 * that lies on another disk and is linked to belongs to it.
 */
export async function* keptFiles(dataFolder: string, folders = FOLDERS): AsyncGenerator<string> {
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
