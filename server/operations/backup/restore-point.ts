import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, SERVICE_NAMES } from '../../../settings/storage.ts';
import { SECRET_FILE } from '../../platform/secrets.ts';
import { DATA_FOLDER_STATE } from './files.ts';

const PREFIX = 'before-restore-';

/** The data folder is in use; the message says by what it is seen. */
export class DataFolderInUse extends Error {}

/** What lay in the data folder, in a folder of its own beside it on the same disk: moved there and back at once. */
interface RestorePoint {
  readonly folder: string;
  /** Puts everything back, in place of what lies there now, and removes the empty folder. */
  undo(): Promise<void>;
}

/** Names of the restore points of a data folder, newest first. */
export const restorePoints = async (dataFolder: string): Promise<string[]> =>
  (await readdir(dataFolder))
    .filter((name) => name.startsWith(PREFIX))
    .sort()
    .reverse();

/**
 * Moves the state of the data folder aside. Throws InUse while a process has one of its databases open.
 */
export async function moveStateAside(dataFolder: string, at: Date, withSecret: boolean): Promise<RestorePoint> {
  for (const service of SERVICE_NAMES) await requireUnused(join(dataFolder, databaseFile(service)));
  const folder = join(dataFolder, `${PREFIX}${at.toISOString().replace(/[-:.]/g, '')}`);
  const names = withSecret ? [...DATA_FOLDER_STATE, SECRET_FILE] : DATA_FOLDER_STATE;
  await mkdir(folder, { recursive: true });
  await moveAll(names, dataFolder, folder);
  return {
    folder,
    undo: async () => {
      for (const name of names) await rm(join(dataFolder, name), { recursive: true, force: true });
      await moveAll(names, folder, dataFolder);
      await rm(folder, { recursive: true });
    },
  };
}

/** Moves a restore point into the place of what lies there now, which becomes one itself. Throws InUse. */
export async function undoRestore(dataFolder: string, name: string, at: Date): Promise<RestorePoint> {
  const from = join(dataFolder, name);
  const hasSecret = await exists(join(from, SECRET_FILE));
  const point = await moveStateAside(dataFolder, at, hasSecret);
  await moveAll([...DATA_FOLDER_STATE, SECRET_FILE], from, dataFolder);
  await rm(from, { recursive: true });
  return point;
}

async function moveAll(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) {
    if (await exists(join(from, name))) await rename(join(from, name), join(to, name));
  }
}

/** Throws InUse while somebody has a database file open: only one that nobody else has can leave the write-ahead log. */
export async function requireUnused(file: string): Promise<void> {
  if (!(await exists(file))) return;
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    throw new DataFolderInUse(`${file} is in use: stop the server first`, { cause: error });
  } finally {
    db.close();
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
