import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Rights of everybody but the owner, and all rights there are. */
const OTHERS = 0o077;
const ALL = 0o7777;

/**
 * From here on, whatever this process and those it starts write is the owner's alone: files 0600, folders 0700. The first
 * thing every program does; a thread cannot.
 */
export const writeForOwnerOnly = (): void => void process.umask(OTHERS);

/**
 * Takes from everybody but the owner what rights they have in a folder, on it first, so that nobody gets in meanwhile:
 * earlier versions, a restored backup or another program left them. Links are neither changed nor followed. Returns
 * the paths that could not be changed because they are somebody else's. It waits for the disk, which at a start is
 * several times faster than asking for each of 100,000 files in turn.
 */
export function closeToOthers(folder: string): string[] {
  if (process.platform === 'win32') return [];
  const refused: string[] = [];
  // The folder itself may well be a link.
  const left = [`${folder}/.`];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink()) continue;
    try {
      if ((found.mode & OTHERS) !== 0) chmodSync(path, found.mode & ALL & ~OTHERS);
      if (!found.isDirectory()) continue;
      for (const entry of readdirSync(path)) left.push(join(path, entry));
    } catch (error) {
      // Gone meanwhile: another server on this folder works.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refused.push(path);
    }
  }
  return refused;
}

/** More than a disk has left that is as good as full, bytes; an empty file finds room on any. */
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
