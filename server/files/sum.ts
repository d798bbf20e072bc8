import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

/** SHA-256 of a file, in hexadecimal digits. */
export const sumOfFile = (path: string): Promise<string> =>
  sumOf(createReadStream(path, { highWaterMark: 1024 * 1024 }));

/** SHA-256 of some bytes of a file, in hexadecimal digits. */
export const sumOfPart = (path: string, start: number, bytes: number): Promise<string> =>
  sumOf(createReadStream(path, { highWaterMark: 1024 * 1024, start, end: start + bytes - 1 }));

/** SHA-256 of a file in a store, in hexadecimal digits; null when there is none. */
export async function sumOfStored(store: FileStore, name: string): Promise<string | null> {
  const file = await store.open(name);
  return file && sumOf(await file.read());
}

async function sumOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
