import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes everything in a folder, and below it, look written at a moment (milliseconds since the epoch), as a sweep sees it. */
export async function writtenAt(folder: string, moment: number): Promise<void> {
  const time = new Date(moment);
  for (const name of await readdir(folder, { recursive: true })) await utimes(join(folder, name), time, time);
}
