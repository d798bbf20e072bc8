import type { BackupSet } from './sets.ts';

/** A file as it is where it comes from. */
export interface SourceFacts {
  /** Bytes. */
  readonly size: number;
  /** Null: the size alone tells, as a name is never used again. */
  readonly mtime: Date | null;
}

/** What is kept of a file. */
export interface TakenFile {
  /** SHA-256, hexadecimal. */
  readonly sum: string;
  readonly bytes: number;
}

/** A backup that is being written; it is none until it is finished. Paths are below it, with slashes. */
export interface SetDraft {
  /** A folder of this machine into which files are laid before they are taken. */
  readonly folder: string;
  /** Lets the backup have what the one before has under this path: its hash; null when it has not the same. */
  again(path: string, facts: SourceFacts): Promise<string | null>;
  /** Keeps the file that lies in the folder under this path. */
  take(path: string): Promise<TakenFile>;
  /** Writes the list of hashes and, last, the manifest: from then on it is a backup. Resolves to where it lies. */
  finish(sums: string, manifest: string): Promise<string>;
  /** Removes what was written, as far as the place allows now; the rest goes with a later rotation. */
  discard(): Promise<void>;
}

/** A backup in a folder of this machine, lent to whoever reads it. */
export interface BorrowedSet {
  readonly set: BackupSet;
  /** Must be called when it is not read any more. */
  release(): Promise<void>;
}

/** Where backups are kept: a folder or a part of an object storage. */
export interface BackupPlace {
  /** The finished ones, newest first. */
  sets(): Promise<BackupSet[]>;
  /** The one that a person means by this place: the one in it, or the newest below it. */
  meant(): Promise<BackupSet | null>;
  begin(at: Date): Promise<SetDraft>;
  borrow(set: BackupSet): Promise<BorrowedSet>;
  remove(set: BackupSet): Promise<void>;
  /** Removes beginnings that are older, which nobody will finish. */
  removeRests(before: Date): Promise<void>;
}
