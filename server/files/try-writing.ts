import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** More than a disk has left that is as good as full, bytes; an empty file finds room on any. */
const TRIAL = Buffer.alloc(64 * 1024);

/** Writes a little into the folder and removes it. Throws the error of the system when that fails. */
export async function tryWriting(folder: string): Promise<void> {
  const trial = join(folder, `.trial-${process.pid}`);
  try {
    await writeFile(trial, TRIAL, { mode: 0o600 });
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
}
