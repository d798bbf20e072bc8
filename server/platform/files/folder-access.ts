/** Permissions of folders and files: for the owner only, and a test that a folder can be written to. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Permissions of everybody but the owner, and all permissions. */
const OTHERS = 0o077;
const ALL = 0o7777;

/**
 * From here on files of this process and its children are 0600, folders 0700. First call of a program, of no thread.
 */
export const writeForOwnerOnly = (): void => void process.umask(OTHERS);

/**
 * Takes the folder from all but the owner, from the top down, so that no other user gets in meanwhile. Links are
 * neither changed nor followed. Returns the paths of other users, which could not be changed. Synchronous, which is
 * several times faster at a start.
 */
export function closeToOthers(folder: string): string[] {
  if (process.platform === 'win32') return [];
  const refused: string[] = [];
  // The folder itself may be a link.
  const left = [`${folder}/.`];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink()) continue;
    try {
      if ((found.mode & OTHERS) !== 0) chmodSync(path, found.mode & ALL & ~OTHERS);
      if (!found.isDirectory()) continue;
      for (const entry of readdirSync(path)) left.push(join(path, entry));
    } catch (error) {
      // Removed meanwhile by another server on this folder.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refused.push(path);
    }
  }
  return refused;
}

/** More than an almost full disk has left, bytes; an empty file fits on any. */
const TRIAL = Buffer.alloc(64 * 1024);

/** Writes a little into the folder and removes it. Throws the error of the system when that fails. */
export async function assertWritable(folder: string): Promise<void> {
  const trial = join(folder, `.trial-${process.pid}`);
  try {
    await writeFile(trial, TRIAL, { mode: 0o600 });
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
}
