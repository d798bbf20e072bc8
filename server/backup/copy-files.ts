import { constants } from 'node:fs';
import { copyFile, link, mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredKind } from '../config/file-kinds.ts';
import type { FileStore } from '../files/file-store.ts';
import { limitTo } from '../files/limit-to.ts';
import { sumOfFile } from '../files/sum.ts';
import { FOLDERS_BESIDE_STORAGE, keptFiles } from './kept.ts';
import { type BackupSet, SUMS } from './sets.ts';
import { type Sums, sumsOf } from './sums.ts';

const AT_ONCE = 8;

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
 * Copies the files that the backup does not have yet, each read back for its hash. What the backup before has with the same
 * size and time is linked to it instead: it takes neither room nor time. Files are never changed in place, only written
 * anew under another name; of an object storage the name and the size are enough. A file that went meanwhile is left out.
 */
export async function copyFiles(
  { dataFolder, stored }: FilesFrom,
  folder: string,
  before: BackupSet | null,
  copied: FilesCopied,
): Promise<void> {
  const known = before ? await sumsOf(before) : new Map<string, string>();
  const turn = limitTo(AT_ONCE);
  const copies: (() => Promise<void>)[] = [];
  for await (const path of keptFiles(dataFolder, stored.length > 0 ? FOLDERS_BESIDE_STORAGE : undefined))
    if (!copied.sums.has(path)) copies.push(() => copyFromFolder(path));
  for (const kind of stored)
    for await (const { name, size } of kind.store.list()) {
      const path = `${kind.path}/${name}`;
      if (!copied.sums.has(path)) copies.push(() => copyFromStore(kind.store, name, path, size));
    }
  await Promise.all(copies.map(turn));

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
    facts: Pick<Wanted, 'size' | 'mtime'>,
    bring: (to: string) => Promise<boolean>,
  ): Promise<void> {
    const to = join(folder, path);
    await mkdir(dirname(to), { recursive: true });
    let sum = before && (await linked(before, known, path, { ...facts, to }));
    if (sum === null) {
      if (!(await bring(to))) return;
      sum = await sumOfFile(to);
    }
    copied.sums.set(path, sum);
    copied.bytes += facts.size;
  }
}

interface Wanted {
  readonly size: number;
  /** Null: the size alone tells. */
  readonly mtime: Date | null;
  readonly to: string;
}

/** Its hash when the earlier backup has the same file; null when it has not, or its folder takes no links. */
async function linked(
  before: BackupSet,
  known: Sums,
  path: string,
  { size, mtime, to }: Wanted,
): Promise<string | null> {
  const sum = known.get(path);
  if (sum === undefined || path === SUMS) return null;
  const kept = join(before.folder, path);
  const same = await stat(kept).catch(() => null);
  if (same?.size !== size || (mtime && Math.abs(same.mtimeMs - mtime.getTime()) >= 1)) return null;
  return link(kept, to).then(
    () => sum,
    () => null,
  );
}
