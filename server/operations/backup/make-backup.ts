/** Takes a backup and removes those that are no longer kept. */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { databaseFile, SERVICE_NAMES } from '../../../settings/storage.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { FILES_AT_ONCE, limitTo } from '../../platform/limit-to.ts';
import type { StoredKind } from '../config/config.ts';
import type { Databases } from './databases.ts';
import { SEALED_SECRET, sealSecret } from './sealed-secret.ts';
import * as sets from './sets.ts';

interface BackupOrder {
  readonly files: FilesFrom;
  readonly place: sets.BackupPlace;
  readonly databases: Databases;
  /** Which backups stay, this one among them. */
  readonly keep: sets.Rotation;
  /** Encrypts the key of the data folder; empty: the key is left out, because backups may be read by others. */
  readonly passphrase: string;
  readonly version: string;
  readonly at: Date;
}

/**
 * Works while the server does: the files, the databases, each as at one moment, then the files that came meanwhile, so
 * that every row has its file; then the rotation. It counts as a backup when all of it is written. Throws the reason of
 * a failure; nothing is left of it and the earlier backups stay.
 */
export async function makeBackup(order: BackupOrder): Promise<sets.BackupSet> {
  const draft = await order.place.begin(order.at);
  const set = await written(order, draft).catch(async (error: unknown) => {
    await draft.discard();
    throw error;
  });
  await sets.rotate(order.place, order.keep, order.at);
  return set;
}

async function written(order: BackupOrder, draft: sets.SetDraft): Promise<sets.BackupSet> {
  const { files, databases, at } = order;
  const copied: FilesCopied = { sums: new Map(), bytes: 0 };
  await copyFiles(files, draft, copied);
  const { schemas, paths } = await databases.copyTo(draft.folder);
  for (const path of paths) await take(path);
  await copyFiles(files, draft, copied);
  const { passphrase } = order;
  if (passphrase !== '' && (await sealSecret(files.dataFolder, draft.folder, passphrase))) await take(SEALED_SECRET);
  const sums = sets.writtenSums(copied.sums);
  const manifest: sets.Manifest = {
    format: 1,
    takenAt: at.toISOString(),
    version: order.version,
    ...(databases.kind === 'postgres' && { databases: databases.kind }),
    schemas,
    files: copied.sums.size,
    bytes: copied.bytes,
    sums: sets.sumOfText(sums),
  };
  const folder = await draft.finish(sums, `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, manifest };

  async function take(path: string): Promise<void> {
    const { sum, bytes } = await draft.take(path);
    copied.sums.set(path, sum);
    copied.bytes += bytes;
  }
}

interface FilesCopied {
  readonly sums: Map<string, string>;
  bytes: number;
}

interface FilesFrom {
  readonly dataFolder: string;
  /** What an object storage has; none where the data folder has everything. */
  readonly stored: readonly StoredKind[];
}

/**
 * Those that the backup lacks, unless the previous one has the same: files are never changed in place, so in a storage
 * name and size are enough. A file removed meanwhile is left out. When this settles, nothing is under way.
 */
async function copyFiles({ dataFolder, stored }: FilesFrom, draft: sets.SetDraft, copied: FilesCopied): Promise<void> {
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

  async function copyOne(
    path: string,
    facts: sets.SourceFacts,
    bring: (to: string) => Promise<boolean>,
  ): Promise<void> {
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
 * Every file to keep, as a path below the data folder with slashes, in no order. A folder that goes meanwhile is empty;
 * one on another disk that is linked to belongs to it.
 */
export async function* listKeptFiles(dataFolder: string, folders = FOLDERS): AsyncGenerator<string> {
  const left = [...folders];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    for (const entry of (await readdir(join(dataFolder, folder), { withFileTypes: true }).catch(sets.absent)) ?? []) {
      const path = posix.join(folder, entry.name);
      const found = entry.isSymbolicLink() ? await stat(join(dataFolder, path)).catch(() => null) : entry;
      if (found?.isDirectory()) {
        if (!MADE_AGAIN.has(path)) left.push(path);
      } else if (found?.isFile()) yield path;
    }
  }
}
