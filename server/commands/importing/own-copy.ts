import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Refused } from '../refused.ts';

/** A copy of a file, which nobody changes while it is read and kept. */
export interface OwnCopy {
  readonly path: string;
  readonly originalName: string;
  readonly bytes: number;
  remove(): Promise<void>;
}

/** Opens the file that was named, by the rights of whoever has called the command. Throws Refused when there is none. */
export async function openSource(file: string): Promise<FileHandle> {
  const source = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw new Refused(`the file ${file} cannot be read: ${error.message}`);
    return null;
  });
  if ((await source?.stat())?.isFile() && source) return source;
  await source?.close();
  throw new Refused(`there is no file ${file}`);
}

/** Copies an open file into a folder of ours. */
export async function copyOf(source: FileHandle, file: string, folder: string): Promise<OwnCopy> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${process.pid}-${randomUUID()}.part`);
  const written = createWriteStream(path);
  await pipeline(source.createReadStream(), written);
  return {
    path,
    originalName: basename(file),
    bytes: written.bytesWritten,
    remove: () => rm(path, { force: true }),
  };
}
