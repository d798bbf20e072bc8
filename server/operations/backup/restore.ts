/** Restores a backup, and undoes the last restore. */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, SERVICE_NAMES } from '../../../settings/storage.ts';
import { type FileFacts, type FileStore, sumOfFile } from '../../platform/files/file-store.ts';
import { SECRET_FILE } from '../../platform/secrets.ts';
import type { StoredKind } from '../config/config.ts';
import { Refused } from '../console/problems.ts';
import { folderOfSchema } from './databases.ts';
import { DATA_FOLDER_STATE } from './make-backup.ts';
import { openSecret, SEALED_SECRET } from './sealed-secret.ts';
import { absent, type BackupSet, eachFile, readSums, SUMS, type Sums, sumOfText } from './sets.ts';

const NAMED_MAX = 5;

/** The backup is not what was written; the message names files. */
export class BackupDamaged extends Refused {}

interface RestoreOrder {
  readonly dataFolder: string;
  /** Where its files go instead, an object storage; none: into the data folder. */
  readonly stored: readonly StoredKind[];
  readonly at: Date;
  /** What opens the key of the data folder in the backup; empty: the key that is there stays. */
  readonly passphrase: string;
  /** Whether what was put there is sound: the product's own opening of it. Rejects with the reason when it is not. */
  check(): Promise<void>;
}

/**
 * The state is moved aside first, after every file was compared with its hash. In an object storage files unknown to the
 * backup are copied to the state moved aside, as the server removes them. After a failure everything is put back. Returns
 * the folder with the former state. Throws BackupDamaged, DataFolderInUse, and the errors of the check.
 */
export async function restore(set: BackupSet, order: RestoreOrder): Promise<string> {
  const sums = await soundSums(set);
  // Before anything moves: a wrong passphrase changes nothing.
  const secret =
    sums.has(SEALED_SECRET) && order.passphrase !== '' ? await openSecret(set.folder, order.passphrase) : null;
  // Backups of earlier versions have it as it is.
  const replacesSecret = secret !== null || sums.has(SECRET_FILE);
  const point = await moveStateAside(order.dataFolder, order.at, replacesSecret);
  let dropOthers = async () => {};
  try {
    await putBack(set, sums, order);
    if (secret !== null) await writeFile(join(order.dataFolder, SECRET_FILE), secret, { mode: 0o600 });
    dropOthers = await keepOthers(order.stored, sums, point.folder);
    // The last step: it changes the databases that lie elsewhere.
    await order.check();
    return point.folder;
  } catch (error) {
    await dropOthers();
    await point.undo();
    throw error;
  }
}

/** The hashes of a backup, each compared with its file. Throws BackupDamaged. */
async function soundSums({ folder, manifest }: BackupSet): Promise<Sums> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  if (sumOfText(text) !== manifest.sums)
    throw new BackupDamaged(`${SUMS} of the backup of ${manifest.takenAt} is not the one that was written`);
  const sums = readSums(text);
  const wrong: string[] = [];
  await eachFile(sums, async ([path, sum]) => {
    if ((await sumOfFile(join(folder, path)).catch(() => 'missing')) !== sum) wrong.push(path);
  });
  if (wrong.length === 0) return sums;
  const named = wrong.sort().slice(0, NAMED_MAX).join(', ');
  throw new BackupDamaged(
    `damaged or missing in the backup of ${manifest.takenAt}, ${wrong.length} of ${sums.size} files: ${named}`,
  );
}

/** Rows of PostgreSQL go into its database, and the sealed key is opened. */
const isOfFolder = (path: string): boolean =>
  path !== SEALED_SECRET && !SERVICE_NAMES.some((name) => path.startsWith(`${folderOfSchema(name)}/`));

async function putBack({ folder }: BackupSet, sums: Sums, { dataFolder, stored }: RestoreOrder): Promise<void> {
  await putIntoStorage(folder, sums.keys(), stored);
  const isStored = (path: string) => stored.some((kind) => path.startsWith(`${kind.path}/`));
  const own = [...sums.keys()].filter((path) => isOfFolder(path) && !isStored(path));
  await eachFile(own, async (path) => {
    const [from, to] = [join(folder, path), join(dataFolder, path)];
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const { mtime } = await stat(from);
    // The next backup links what it knows by its time.
    await utimes(to, mtime, mtime);
  });
}

/** Puts those files of a folder into the object storage that it does not have, by their paths below the folder. */
export async function putIntoStorage(
  folder: string,
  paths: Iterable<string>,
  stored: readonly StoredKind[],
): Promise<void> {
  const all = [...paths];
  for (const { path: kind, store } of stored) {
    const there = await factsIn(store);
    const wanted = all.filter((path) => path.startsWith(`${kind}/`)).map((path) => path.slice(kind.length + 1));
    const missing = wanted.filter((name) => !there.has(name));
    await eachFile(missing, (name) => store.copy(name, join(folder, kind, name)));
  }
}

/** Copies the files of the storage that are not among these paths into a folder. Returns how to remove the copies. */
async function keepOthers(
  stored: readonly StoredKind[],
  paths: { has(path: string): boolean },
  folder: string,
): Promise<() => Promise<void>> {
  const copies: string[] = [];
  const drop = async () => {
    for (const copy of copies) await rm(copy, { force: true });
  };
  try {
    for await (const copy of copiesOfOthers(stored, paths, folder)) copies.push(copy);
    return drop;
  } catch (error) {
    await drop();
    throw error;
  }
}

async function* copiesOfOthers(
  stored: readonly StoredKind[],
  paths: { has(path: string): boolean },
  folder: string,
): AsyncGenerator<string> {
  for (const { path: kind, store } of stored)
    for (const name of (await factsIn(store)).keys()) {
      const path = `${kind}/${name}`;
      if (paths.has(path)) continue;
      const to = join(folder, path);
      await mkdir(dirname(to), { recursive: true });
      if (await store.fetch(name, to)) yield to;
    }
}

async function factsIn(store: FileStore): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for await (const file of store.list()) facts.set(file.name, file);
  return facts;
}

const PREFIX = 'before-restore-';

/** The data folder is in use; the message names the file. */
class DataFolderInUse extends Refused {}

interface RestorePoint {
  readonly folder: string;
  /** Puts everything back, in place of what lies there now, and removes the empty folder. */
  undo(): Promise<void>;
}

export const restorePoints = async (dataFolder: string): Promise<string[]> =>
  (await readdir(dataFolder))
    .filter((name) => name.startsWith(PREFIX))
    .sort()
    .reverse();

/** Moves the state of the data folder aside. Throws DataFolderInUse while a process has one of its databases open. */
async function moveStateAside(dataFolder: string, at: Date, withSecret: boolean): Promise<RestorePoint> {
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

/** Moves a restore point into the place of the present state, which becomes one itself. Throws DataFolderInUse. */
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

/** Throws DataFolderInUse while another process has a database file open: only its sole user may switch off the log. */
export async function requireUnused(file: string): Promise<void> {
  if (!(await exists(file))) return;
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } catch {
    throw new DataFolderInUse(`${file} is in use: stop the server first`);
  } finally {
    db.close();
  }
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(absent)) !== null;
