import { constants } from 'node:fs';
import { copyFile, link, mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limitTo } from '../files/limit-to.ts';
import { sumOfFile } from '../files/sum.ts';
import { keptFiles } from './kept.ts';
import { type BackupSet, SUMS } from './sets.ts';
import { type Sums, sumsOf } from './sums.ts';

const AT_ONCE = 8;

/** What is copied, and what was: paths below the data folder. */
export interface FilesCopied {
  readonly sums: Map<string, string>;
  bytes: number;
}

/**
 * Copies the files of the data folder that the backup does not have yet, each read back for its hash. What the backup
 * before has with the same size and time is linked to it instead: it takes neither room nor time. Files are never
 * changed in place, only written anew under another name. A file that went meanwhile is left out.
 */
export async function copyFiles(
  dataFolder: string,
  folder: string,
  before: BackupSet | null,
  copied: FilesCopied,
): Promise<void> {
  const known = before ? await sumsOf(before) : new Map<string, string>();
  const turn = limitTo(AT_ONCE);
  const copies: Promise<void>[] = [];
  for await (const path of keptFiles(dataFolder)) {
    if (copied.sums.has(path)) continue;
    copies.push(turn(() => copyOne(path)));
  }
  await Promise.all(copies);

  async function copyOne(path: string): Promise<void> {
    const from = join(dataFolder, path);
    const to = join(folder, path);
    try {
      const { size, mtime } = await stat(from);
      await mkdir(dirname(to), { recursive: true });
      const sum = (before && (await linked(before, known, path, { size, mtime, to }))) ?? (await anew());
      copied.sums.set(path, sum);
      copied.bytes += size;

      async function anew(): Promise<string> {
        await copyFile(from, to, constants.COPYFILE_FICLONE);
        await utimes(to, mtime, mtime);
        return sumOfFile(to);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

interface Wanted {
  readonly size: number;
  readonly mtime: Date;
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
  if (same?.size !== size || Math.abs(same.mtimeMs - mtime.getTime()) >= 1) return null;
  return link(kept, to).then(
    () => sum,
    () => null,
  );
}
