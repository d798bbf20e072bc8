import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** What a store knows of a file. */
export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it came, milliseconds since the epoch by the clock of the store's user. */
  readonly writtenAt: number;
}

/** A file on the disk of this machine, lent to whoever reads it by a path. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** Must be called when it is not read any more; never throws. */
  release(): Promise<void>;
}

/**
 * Where files of one kind lie: a folder, or a part of an object storage. A file is there whole or not at all, and stays
 * when a promise has resolved. Names have no slashes; it is the caller who sees to it that they are names of its own.
 */
export interface FileStore {
  /** Makes what it takes to keep files. */
  prepare(): Promise<void>;
  put(name: string, content: Uint8Array): Promise<void>;
  /** Keeps a file of this machine, which is gone from its place then. */
  take(name: string, path: string): Promise<void>;
  /** Keeps a file of this machine, which stays where it is; nobody may change it in place any more. */
  copy(name: string, path: string): Promise<void>;
  /** Null when there is none. */
  find(name: string): Promise<FileFacts | null>;
  /** Null when there is none. */
  open(name: string): Promise<OpenFile | null>;
  /** Null when there is none. */
  borrow(name: string): Promise<LocalFile | null>;
  /** Writes a file to a path of this machine; false when there is none. */
  fetch(name: string, path: string): Promise<boolean>;
  /** All files, in no order. */
  list(): AsyncIterable<FileFacts>;
  /** What does not exist is no error. */
  remove(name: string): Promise<void>;
}

/** The files of a service, kind by kind. */
export interface FileStores {
  /** The store of one kind. */
  of(kind: string): FileStore;
  /** Rejects with the reason when files can neither be read nor kept now. */
  probe(): Promise<void>;
}

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

/** A part of a file, both ends included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The part that a Range header asks for: null for the whole (no header, several parts, not understood), `none` when it lies outside. */
export function rangeOf(header: string | undefined, size: number): Range | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < start) return null;
  return start <= end ? { start, end } : 'none';
}

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
