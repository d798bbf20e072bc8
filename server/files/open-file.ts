import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Range } from './range.ts';

/** What comes out of a file, which tells how much of it was taken so far. */
export interface ContentStream extends Readable {
  readonly bytesRead: number;
}

/** A file that is open to be read once; whoever asked reads or closes it. */
export interface OpenFile {
  /** Bytes. */
  readonly size: number;
  /** The content, or a part of it; the file closes behind it. Rejects where the first of it cannot be had. */
  read(range?: Range): Promise<ContentStream>;
  close(): Promise<void>;
}

/** An open file of this machine. */
export const openHandle = (handle: FileHandle, size: number): OpenFile => ({
  size,
  read: async (range) => handle.createReadStream(range ?? {}),
  close: () => handle.close(),
});

/** All of a file, which is closed then. */
export const contentOf = async (file: OpenFile): Promise<Buffer> => buffer(await file.read());
