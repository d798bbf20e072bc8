import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Younger files may belong to an arrival that is not noted yet, ms. */
const YOUNG_MS = 3_600_000;

/** Keeps a copy of a file that waits for a decision; answers its name in the folder. */
export async function holdFile(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const name = randomUUID();
  await copyFile(path, join(folder, name));
  return name;
}

/** Where a held file lies. */
export const heldPath = (folder: string, name: string): string => join(folder, basename(name));

/** Removes the files that nobody waits for any more. */
export async function sweepHeld(folder: string, kept: ReadonlySet<string>, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (kept.has(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > YOUNG_MS) await rm(path, { force: true });
  }
}
