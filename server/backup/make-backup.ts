import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sumOfFile } from '../files/sum.ts';
import { SECRET_FILE } from '../secrets/secret.ts';
import { copyFiles, type FilesCopied, type FilesFrom } from './copy-files.ts';
import type { Databases } from './databases.ts';
import {
  type BackupSet,
  MANIFEST,
  type Manifest,
  type Rotation,
  rotate,
  SUMS,
  setName,
  setsIn,
  UNFINISHED,
} from './sets.ts';
import { sumOfText, writeThrough, writtenSums } from './sums.ts';

export interface BackupOrder {
  readonly files: FilesFrom;
  /** Where backups are kept, a folder each. */
  readonly folder: string;
  readonly databases: Databases;
  /** Which backups stay, this one among them. */
  readonly keep: Rotation;
  /** Whether the key of the data folder goes with it: without it second factors and passwords of sources are lost. */
  readonly withSecret: boolean;
  readonly version: string;
  readonly at: Date;
}

/**
 * Takes a backup while the server works: the files, then the databases, each as at one moment, then the files that came
 * meanwhile, so that every row has its file, also if something was removed in between. The folder gets its name when
 * all of it is written, then backups that `keep` does not keep go. Throws what keeps it from being written; nothing is left then and
 * the earlier ones stay.
 */
export async function makeBackup(order: BackupOrder): Promise<BackupSet> {
  const { files, at } = order;
  const { dataFolder } = files;
  const folder = join(order.folder, setName(at));
  const unfinished = `${folder}${UNFINISHED}`;
  await mkdir(order.folder, { recursive: true });
  await mkdir(unfinished).catch(takenByOther);
  try {
    const [before = null] = await setsIn(order.folder);
    const copied: FilesCopied = { sums: new Map(), bytes: 0 };
    await copyFiles(files, unfinished, before, copied);
    const { schemas, paths } = await order.databases.copyTo(unfinished);
    for (const path of paths) await tell(path);
    await copyFiles(files, unfinished, before, copied);
    if (order.withSecret && (await copySecret(dataFolder, unfinished))) await tell(SECRET_FILE);
    const sums = writtenSums(copied.sums);
    await writeThrough(join(unfinished, SUMS), sums);
    const manifest: Manifest = {
      format: 1,
      takenAt: at.toISOString(),
      version: order.version,
      ...(order.databases.kind === 'postgres' && { databases: order.databases.kind }),
      schemas,
      files: copied.sums.size,
      bytes: copied.bytes,
      sums: sumOfText(sums),
    };
    await writeThrough(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(unfinished, folder);
    await rotate(order.folder, order.keep, at);
    return { folder, manifest };

    async function tell(name: string): Promise<void> {
      const path = join(unfinished, name);
      copied.sums.set(name, await sumOfFile(path));
      copied.bytes += (await stat(path)).size;
    }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function takenByOther(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EEXIST') throw error;
  throw new Error('another backup is being taken into this folder', { cause: error });
}

/** Whether there is one: with JWT_SECRET the key is kept elsewhere. */
const copySecret = (dataFolder: string, folder: string): Promise<boolean> =>
  copyFile(join(dataFolder, SECRET_FILE), join(folder, SECRET_FILE)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
