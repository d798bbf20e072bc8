import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for the time of a test. */
export async function shopFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-copies-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The copy in the first place of a folder of copies. */
export async function copyIn(copyFolder: string): Promise<string> {
  const own = join(copyFolder, '1');
  const name = (await readdir(own)).find((entry) => /^copy-\d+\.db$/.test(entry));
  if (!name) throw new Error('there is no copy');
  return join(own, name);
}
