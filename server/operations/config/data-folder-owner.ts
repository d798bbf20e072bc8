/** Runs as the owner of the data folder where root has started the program. */
import { accessSync, chownSync, constants, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SettingsProblem } from '../../../settings/problem.ts';
import { databaseFile, SERVICE_NAMES } from '../../../settings/storage.ts';

const PROGRAM = fileURLToPath(new URL('../../main.ts', import.meta.url));

/**
 * Root over a data folder of another user becomes that user for good, with their groups, so that the server can open
 * all files written from here on; a new folder belongs to the owner of its parent. Throws SettingsProblem where that
 * user cannot run the program.
 */
export function becomeDataFolderOwner(dataFolder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = ownerOf(dataFolder);
  if (uid === 0) return;
  try {
    joinGroups(uid, gid);
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch (error) {
    throw new SettingsProblem([
      `${dataFolder} belongs to user ${uid}, whom root cannot become here (${(error as Error).message}): run it as that user`,
    ]);
  }
  try {
    accessSync(PROGRAM, constants.R_OK);
  } catch {
    throw new SettingsProblem([
      `${dataFolder} belongs to user ${uid}, who cannot read the program (${PROGRAM}): give that user access to it`,
    ]);
  }
}

/** Makes a folder that root has named for the owner of the data folder, who could not make it everywhere. */
export function makeFolderForOwner(folder: string, dataFolder: string): void {
  if (process.getuid?.() !== 0 || statsOf(folder)) return;
  const { uid, gid } = ownerOf(dataFolder);
  mkdirSync(folder, { recursive: true });
  chownSync(folder, uid, gid);
}

/** Whether only root can write there, so that what root puts there is root's anyway. */
export const belongsToRoot = (folder: string): boolean => process.getuid?.() === 0 && statsOf(folder)?.uid === 0;

/** Null for what is not there or cannot be a path: opening the data folder reports what is wrong with it. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function ownerOf(dataFolder: string): Pick<Stats, 'uid' | 'gid'> {
  for (let folder = dataFolder; ; folder = dirname(folder)) {
    const found = statsOf(folder);
    if (!found) continue;
    if (found.uid !== 0 || folder !== dataFolder) return found;
    // The folder itself may be root's, as a mounted volume.
    const databases = SERVICE_NAMES.map((name) => statsOf(join(folder, databaseFile(name))));
    return databases.find((one) => one && one.uid !== 0) ?? found;
  }
}

/** A user without a name has no groups but the folder's. */
function joinGroups(uid: number, gid: number): void {
  try {
    // Which the types of Node do not know.
    (process as unknown as { initgroups(user: number, group: number): void }).initgroups(uid, gid);
  } catch {
    process.setgroups?.([gid]);
  }
}
