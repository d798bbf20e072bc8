import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refused } from '../refused.ts';

/** A copy of a file, which nobody changes while it is read and kept. */
export interface OwnCopy {
  readonly path: string;
  readonly originalName: string;
  readonly bytes: number;
  remove(): Promise<void>;
}

/** Copies a file into a folder of ours. Throws Refused when there is none. */
export async function copyOf(file: string, folder: string): Promise<OwnCopy> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Refused(`there is no file ${file}`);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${process.pid}-${randomUUID()}.part`);
  await copyFile(file, path);
  const { size } = await stat(path);
  return {
    path,
    originalName: basename(file),
    bytes: size,
    remove: () => rm(path, { force: true }),
  };
}
