import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingsProblem } from '../../settings/read.ts';
import { troubleOf } from '../database/trouble.ts';
import { tryWriting } from '../files/try-writing.ts';

/** Makes the data folder when it is missing, and tries to write into it. Throws SettingsProblem when that fails, the error itself when its disk is full. */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await tryWriting(folder);
  } catch (error) {
    if (troubleOf(error) === 'full') throw error;
    const { message } = error as Error;
    throw new SettingsProblem([
      {
        english: `DATA_DIR must be a folder that can be written to (${message})`,
        russian: `DATA_DIR: указано «${folder}», а должно быть: папка, в которую можно писать (${message})`,
      },
    ]);
  }
}

/** Makes a folder with those above it. Level by level: Node's own recursive way never ends where the system makes no folders, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const known = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (known && !known.isDirectory()) throw new Error(`ENOTDIR: not a directory, '${folder}'`);
  if (known) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another process that starts was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}
