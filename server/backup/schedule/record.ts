import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What became of the backups that were taken by the clock; moments in milliseconds. */
export interface Attempts {
  /** The last whole one. */
  readonly done: { readonly at: number; readonly bytes: number; readonly ms: number } | null;
  /** The last failure since. */
  readonly failed: { readonly at: number; readonly error: string } | null;
}

const FILE = 'schedule.json';
const NONE: Attempts = { done: null, failed: null };

/** What the folder of backups knows of them; a record that a dying disk has cut off counts as none. */
export async function readAttempts(folder: string): Promise<Attempts> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return NONE;
  try {
    return JSON.parse(text) as Attempts;
  } catch {
    return NONE;
  }
}

/** Writes it down, whole or not at all. */
export async function writeAttempts(folder: string, attempts: Attempts): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${FILE}.part`);
  await writeFile(draft, `${JSON.stringify(attempts)}\n`, { flush: true });
  await rename(draft, join(folder, FILE));
}
