/** What services use of a database, the same for SQLite and PostgreSQL, and the columns of rows with an editor. */
import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Where a service's tables lie: a file of its own, or a schema of its own in one PostgreSQL database. */
export type DatabaseLocation =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | {
      readonly dialect: 'postgres';
      readonly url: string;
      readonly schema: string;
      /** A replica of it for reads. */
      readonly readUrl?: string;
    };

export interface DatabaseUse {
  /** The main thread reads a few rows at a time, about as often as it changes some. */
  readonly smallReads?: boolean;
  /** PostgreSQL: other times than REQUEST_TIMES. */
  readonly times?: Partial<DatabaseTimes>;
}

export interface JobOptions<Message = unknown> {
  readonly onMessage?: (message: Message) => void;
  readonly signal?: AbortSignal;
  /** `readJob`: the read replica may do it, under the terms of `fromReplica`. */
  readonly mayBeReplica?: boolean;
}

interface WriteOptions {
  /** It waits behind jobs without a limit, instead of being refused. */
  readonly isPatient?: boolean;
}

/** Runs frequent jobs one after another: the cost of starting is paid once. */
export interface JobRunner {
  run<Args, Result>(module: URL, args: Args): Promise<Result>;
  close(): Promise<void>;
}

/** One service's database, SQLite or PostgreSQL. */
export interface Database<Schema> {
  readonly dialect: DialectName;
  readonly location: DatabaseLocation;
  /** Reads only. SQLite: a read-only connection of the main thread, so keep to reads by key; PostgreSQL: the pool. */
  readonly read: Kysely<Schema>;
  /** Runs long or many reads on the replica, once it has all that was committed before, or on the primary. */
  fromReplica<T>(reads: (source: Kysely<Schema>) => Promise<T>): Promise<T>;
  /**
   * One transaction; a throw rolls back. SQLite: in turn, or DatabaseBusy (503) after the wait limit, unless patient.
   * PostgreSQL: run again after a deadlock, so it must rely on nothing outside the database.
   */
  write<T>(work: (transaction: Transaction<Schema>) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs changes in one transaction if the first one changes a row, else false; SQLite commits waiting calls together. */
  writeIf(condition: CompiledQuery, ...changes: CompiledQuery[]): Promise<boolean>;
  /** Runs a Job off the main thread in one write transaction. Arguments, messages and result must be cloneable. */
  runJob<Args, Result, Message = unknown>(module: URL, args: Args, options?: JobOptions<Message>): Promise<Result>;
  /** The same over one read-only snapshot in a thread of its own; any number run beside the writer. */
  readJob<Args, Result, Message = unknown>(module: URL, args: Args, options?: JobOptions<Message>): Promise<Result>;
  frequentReads(): JobRunner;
  /** PostgreSQL: calls `heard` for every notification, and whenever some may have been missed; poll for certainty. */
  listen?(channel: string, heard: () => void): StopListening;
  load(): DatabaseLoad;
  /** Tries a change and rolls it back; rejects when requests could change nothing now. A running job is no failure. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** `version` counts from 1 without gaps. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
  /** PostgreSQL: each statement runs outside of a transaction, as CREATE INDEX CONCURRENTLY must, and may run again. */
  readonly isOutside?: true;
}

export type StopListening = () => Promise<void>;

/** Time limits of a connection, ms. */
export interface DatabaseTimes {
  readonly statement: number;
  readonly lock: number;
  /** An open transaction without statements: its owner is stuck or dead. */
  readonly idle: number;
  /** An answer as measured here: longer than a statement, so that it only ends connections that are dead or stalled. */
  readonly answer: number;
  /** Time without an answer after which another connection checks whether the server is alive. */
  readonly doubt: number;
}

export interface DatabaseLoad {
  readonly active: number;
  readonly waiting: number;
}

/** Columns of a table whose rows are edited by staff; `editor_uid` is null for rows that came with the product. */
export interface EditorColumns {
  saved_at: number;
  editor_uid: string | null;
  editor_name: string;
  editor_email: string;
}

/** Their declaration; `big` is the dialect's 64-bit integer. */
export const editorColumns = (big: string): string => `saved_at ${big} NOT NULL,
    editor_uid TEXT,
    editor_name TEXT NOT NULL,
    editor_email TEXT NOT NULL`;

export const savedNow = (editor: Editor | null, now: number): EditorColumns => ({
  saved_at: now,
  editor_uid: editor?.uid ?? null,
  editor_name: editor?.name ?? '',
  editor_email: editor?.email ?? '',
});

export const editorOfRow = (row: EditorColumns): Editor | null =>
  row.editor_uid === null ? null : { uid: row.editor_uid, name: row.editor_name, email: row.editor_email };
