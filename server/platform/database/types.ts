import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, Kysely, Transaction } from 'kysely';

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

/** What a service knows of how it will use its database. */
export interface DatabaseUse {
  /** The main thread reads a few rows at a time, about as often as it changes some. */
  readonly smallReads?: boolean;
  /** PostgreSQL: other times than REQUEST_TIMES. */
  readonly times?: Partial<DatabaseTimes>;
}

/** What a job speaks to: the thread's own connection, inside an open transaction. */
export type JobConnection =
  | { readonly dialect: 'sqlite'; readonly db: DatabaseSync }
  | {
      readonly dialect: 'postgres';
      query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
      /** Asks without waiting: what comes after sees it done, and fails if it failed. */
      send(sql: string, parameters?: readonly unknown[]): void;
    };
export type PostgresConnection = Extract<JobConnection, { dialect: 'postgres' }>;
export type SqliteConnection = Extract<JobConnection, { dialect: 'sqlite' }>;

/** Default export of a job module. What it emits reaches the caller's `onMessage`; a throw rolls everything back. */
export type Job<Args, Result, Message = unknown> = (
  connection: JobConnection,
  args: Args,
  emit: (message: Message) => void,
  signal: AbortSignal,
) => Promise<Result>;

export interface JobOptions<Message = unknown> {
  readonly onMessage?: (message: Message) => void;
  readonly signal?: AbortSignal;
  /** `readJob`: the read replica may do it, under the terms of `fromReplica`. */
  readonly mayBeReplica?: boolean;
}

interface WriteOptions {
  /** It waits behind jobs as long as they take: for what is to queue behind them, not to be refused. */
  readonly isPatient?: boolean;
}

/** Runs jobs that come often, one after another: whatever starting one costs is paid once. */
export interface JobRunner {
  run<Args, Result>(module: URL, args: Args): Promise<Result>;
  close(): Promise<void>;
}

/** One service's database. */
export interface Database<Schema> {
  readonly dialect: DialectName;
  readonly location: DatabaseLocation;
  /** Reads only. SQLite: a read-only connection of the main thread, so keep to reads by key; PostgreSQL: the pool. */
  readonly read: Kysely<Schema>;
  /**
   * Runs reads that are long or many on the read replica, once it has everything that was committed before the call, or
   * on the primary; anew there when the replica fails on the way. Where there is no replica it is the same as `read`.
   */
  fromReplica<T>(reads: (source: Kysely<Schema>) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction. SQLite: through the file's one writer thread, in turn; a turn that does not
   * come within the wait limit rejects with DatabaseBusy (503 with Retry-After), unless it is patient. A throw rolls back.
   * PostgreSQL: `work` is run anew after a deadlock, so it must not rely on what an earlier run left outside the database.
   */
  write<T>(work: (transaction: Transaction<Schema>) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Runs prepared changes in one transaction, provided that the first one changes a row: otherwise nothing changes and
   * the answer is false. SQLite: one message to the writer thread for all of them; calls that wait there at once share
   * one durable commit, each still as a whole or not at all.
   */
  writeIf(condition: CompiledQuery, ...changes: CompiledQuery[]): Promise<boolean>;
  /**
   * Runs the module's default export (a Job) off the main thread in one write transaction: commit when it resolves,
   * roll back when it throws, is aborted, or its thread dies. Arguments, messages and result must be cloneable.
   */
  runJob<Args, Result, Message = unknown>(module: URL, args: Args, options?: JobOptions<Message>): Promise<Result>;
  /** The same over one read-only snapshot in a thread of its own; any number run beside the writer. */
  readJob<Args, Result, Message = unknown>(module: URL, args: Args, options?: JobOptions<Message>): Promise<Result>;
  /** The same as `readJob` for jobs that come often. */
  frequentReads(): JobRunner;
  /**
   * PostgreSQL: calls `heard` for every notification on the channel, and whenever some may have been missed. Somebody
   * who has to know must ask now and then besides. Returns how to stop.
   */
  listen?(channel: string, heard: () => void): StopListening;
  /** What it has to do: turns of the embedded writer, connections of PostgreSQL's pool. */
  load(): DatabaseLoad;
  /**
   * Tries a change and takes it back; rejects with the reason when requests could change nothing now. SQLite: it waits
   * behind short writes only, a job that holds the writer is no reason.
   */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** One step of a service's schema; `version` counts from 1 without gaps. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** SQL statements, separated as list items. */
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
  /**
   * PostgreSQL: each statement stands alone, outside of a transaction, as CREATE INDEX CONCURRENTLY must. A start that is
   * stopped runs all of them again, so each must bear that (IF NOT EXISTS).
   */
  readonly isOutside?: true;
}

/** Stops listening. */
export type StopListening = () => Promise<void>;

/** How long a connection bears what, ms. */
export interface DatabaseTimes {
  /** A statement, told by the server. */
  readonly statement: number;
  /** The wait for somebody else's lock. */
  readonly lock: number;
  /** An open transaction in which nothing is asked: its holder is stuck, or gone without a word. */
  readonly idle: number;
  /** An answer as seen from here: longer than a statement, so that it only ends connections that have died or stand still. */
  readonly answer: number;
  /** Without an answer for so long it is asked, over a connection of its own, whether the server is there at all. */
  readonly doubt: number;
}

/** How busy a database is with this process. */
export interface DatabaseLoad {
  readonly active: number;
  readonly waiting: number;
}
