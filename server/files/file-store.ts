import type { OpenFile } from './open-file.ts';

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
