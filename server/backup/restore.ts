import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SERVICE_NAMES } from '../../settings/data-folder.ts';
import type { StoredKind } from '../config/file-kinds.ts';
import { limitTo } from '../files/limit-to.ts';
import { sumOfFile } from '../files/sum.ts';
import { SECRET_FILE } from '../secrets/secret.ts';
import { takeAside } from './restore-point.ts';
import { folderOfSchema } from './schema-folder.ts';
import { openSecret, SEALED_SECRET } from './sealed-secret.ts';
import { type BackupSet, SUMS } from './sets.ts';
import { keepOthers, putIntoStorage } from './storage.ts';
import { readSums, type Sums, sumOfText } from './sums.ts';

const AT_ONCE = 8;
/** Damaged files that a message names. */
const TOLD = 5;

/** The backup is not what was written; the message names files. */
export class Damaged extends Error {}

export interface RestoreOrder {
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
 * Puts a backup into the place of what the data folder has, which is moved aside first. Every file is compared with its
 * hash before anything moves. In an object storage nothing is removed: what the backup does not know is copied to what was
 * moved aside, because the server takes it away as soon as no row names it. Where the check fails, the disk or the
 * storage, everything is put back as it was. Returns the folder that now has what was there. Throws Damaged, InUse, and whatever the check throws.
 */
export async function restore(set: BackupSet, order: RestoreOrder): Promise<string> {
  const sums = await soundSums(set);
  // Before anything moves: a wrong passphrase changes nothing.
  const secret =
    sums.has(SEALED_SECRET) && order.passphrase !== ''
      ? await openSecret(set.folder, order.passphrase)
      : null;
  // Backups of earlier versions have it as it is.
  const replacesSecret = secret !== null || sums.has(SECRET_FILE);
  const point = await takeAside(order.dataFolder, order.at, replacesSecret);
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

/** The list of a backup whose every file has its hash. Throws Damaged. */
async function soundSums({ folder, manifest }: BackupSet): Promise<Sums> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  if (sumOfText(text) !== manifest.sums)
    throw new Damaged(`${SUMS} of the backup of ${manifest.takenAt} is not the one that was written`);
  const sums = readSums(text);
  const turn = limitTo(AT_ONCE);
  const wrong: string[] = [];
  await Promise.all(
    [...sums].map(([path, sum]) =>
      turn(async () => {
        const found = await sumOfFile(join(folder, path)).catch(() => 'missing');
        if (found !== sum) wrong.push(path);
      }),
    ),
  );
  if (wrong.length === 0) return sums;
  const named = wrong.sort().slice(0, TOLD).join(', ');
  throw new Damaged(
    `damaged or missing in the backup of ${manifest.takenAt}, ${wrong.length} of ${sums.size} files: ${named}`,
  );
}

/** Rows of PostgreSQL go into its database, and the sealed key is opened. */
const isOfFolder = (path: string): boolean =>
  path !== SEALED_SECRET && !SERVICE_NAMES.some((name) => path.startsWith(`${folderOfSchema(name)}/`));

async function putBack(
  { folder }: BackupSet,
  sums: Sums,
  { dataFolder, stored }: Pick<RestoreOrder, 'dataFolder' | 'stored'>,
): Promise<void> {
  const turn = limitTo(AT_ONCE);
  await putIntoStorage(folder, sums.keys(), stored);
  const isStored = (path: string) => stored.some((kind) => path.startsWith(`${kind.path}/`));
  await Promise.all(
    [...sums.keys()]
      .filter((path) => isOfFolder(path) && !isStored(path))
      .map((path) =>
        turn(async () => {
          const [from, to] = [join(folder, path), join(dataFolder, path)];
          await mkdir(dirname(to), { recursive: true });
          await copyFile(from, to, constants.COPYFILE_FICLONE);
          const { mtime } = await stat(from);
          // The next backup links what it knows by its time.
          await utimes(to, mtime, mtime);
        }),
      ),
  );
}
