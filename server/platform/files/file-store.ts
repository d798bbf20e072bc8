/** Stores of files under given names: the interface, and stores in folders of this machine. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { assertWritable } from './folder-access.ts';

export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was stored, milliseconds since the epoch by the clock of the store's user. */
  readonly writtenAt: number;
}

/** A file on the disk of this machine, lent for reading by its path. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** Must be called after the last read; never throws. */
  release(): Promise<void>;
}

/**
 * Files of one kind: a folder, or a part of an object storage. A file is there whole or not at all, and durable when a
 * promise has resolved. Names have no slashes; the caller makes sure that they are names of its own.
 */
export interface FileStore {
  prepare(): Promise<void>;
  put(name: string, content: Uint8Array): Promise<void>;
  /** Moves a file of this machine into the store. */
  take(name: string, path: string): Promise<void>;
  /** Stores a file of this machine, which stays where it is and must not be changed in place any more. */
  copy(name: string, path: string): Promise<void>;
  /** Null when there is none. */
  find(name: string): Promise<FileFacts | null>;
  open(name: string): Promise<OpenFile | null>;
  borrow(name: string): Promise<LocalFile | null>;
  /** Writes a file to a path of this machine; false when there is none. */
  fetch(name: string, path: string): Promise<boolean>;
  /** All files, in no order. */
  list(): AsyncIterable<FileFacts>;
  /** Removing a missing file is no error. */
  remove(name: string): Promise<void>;
}

export interface FileStores {
  of(kind: string): FileStore;
  /** Rejects with the reason when files can neither be read nor stored now. */
  probe(): Promise<void>;
}

/** Content of a file that counts the bytes taken so far. */
export interface ContentStream extends Readable {
  readonly bytesRead: number;
}

/** A file that is open to be read once; the caller reads or closes it. */
export interface OpenFile {
  /** Bytes. */
  readonly size: number;
  /** The content, or a part of it; the file closes afterwards. Rejects where it cannot be read. */
  read(range?: Range): Promise<ContentStream>;
  close(): Promise<void>;
}

export const openHandle = (handle: FileHandle, size: number): OpenFile => ({
  size,
  read: async (range) => handle.createReadStream(range ?? {}),
  close: () => handle.close(),
});

export const contentOf = async (file: OpenFile): Promise<Buffer> => buffer(await file.read());

/** Both ends inclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The part that a Range header asks for: null for the whole (none, several parts, invalid), `none`: outside. */
export function rangeOf(header: string | undefined, size: number): Range | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < start) return null;
  return start <= end ? { start, end } : 'none';
}

/** SHA-256, hexadecimal, as the two below. */
export const sumOfFile = (path: string): Promise<string> =>
  sumOf(createReadStream(path, { highWaterMark: 1024 * 1024 }));

export const sumOfPart = (path: string, start: number, bytes: number): Promise<string> =>
  sumOf(createReadStream(path, { highWaterMark: 1024 * 1024, start, end: start + bytes - 1 }));

/** Null when there is none. */
export async function sumOfStored(store: FileStore, name: string): Promise<string | null> {
  const file = await store.open(name);
  return file && sumOf(await file.read());
}

async function sumOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** Suffix of a file until it is whole. */
export const DRAFT = '.part';

export const folderStores = (folder: string, clock: () => number): FileStores => ({
  of: (kind) => folderStore(join(folder, kind), clock),
  probe: () => assertWritable(folder),
});

function folderStore(folder: string, clock: () => number): FileStore {
  const pathOf = (name: string) => join(folder, name);
  // A random part, so that a draft that a crash left does not block the next one.
  const draftOf = (name: string) => pathOf(`${name}.${randomBytes(4).toString('hex')}${DRAFT}`);

  /** Sweeps compare this moment: the disk may have its own clock, and a large file takes long to receive. */
  async function stamp(handle: FileHandle): Promise<void> {
    const now = new Date(clock());
    await handle.utimes(now, now);
    await handle.sync();
  }

  async function putBy(name: string, write: (draft: string) => Promise<void>): Promise<void> {
    const draft = draftOf(name);
    try {
      await write(draft);
      await rename(draft, pathOf(name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  const store: FileStore = {
    prepare: async () => void (await mkdir(folder, { recursive: true })),
    put: (name, content) =>
      putBy(name, async (draft) => {
        const handle = await open(draft, 'wx');
        try {
          await handle.writeFile(content);
          await stamp(handle);
        } finally {
          await handle.close();
        }
      }),
    async take(name, path) {
      const handle = await open(path, 'r+');
      try {
        await stamp(handle);
      } finally {
        await handle.close();
      }
      await rename(path, pathOf(name));
    },
    async copy(name, path) {
      await store.prepare();
      // A hard link costs nothing; where the file system has none, or the file exists, it is copied.
      await link(path, pathOf(name)).catch(() =>
        putBy(name, (draft) => copyFile(path, draft, constants.COPYFILE_FICLONE)),
      );
    },
    async find(name) {
      const found = await stat(pathOf(name)).catch(unlessMissing);
      return found?.isFile() ? { name, size: found.size, writtenAt: found.mtimeMs } : null;
    },
    async open(name) {
      const handle = await open(pathOf(name), 'r').catch(unlessMissing);
      return handle && openHandle(handle, (await handle.stat()).size);
    },
    async borrow(name) {
      const found = await store.find(name);
      return found && { path: pathOf(name), size: found.size, release: async () => {} };
    },
    fetch: (name, path) =>
      copyFile(pathOf(name), path, constants.COPYFILE_FICLONE)
        .then(() => true, unlessMissing)
        .then(Boolean),
    async *list() {
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
        const found = await store.find(name);
        if (found) yield found;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
  return store;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
