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

/** Connections that answer requests. A wait for a lock is as long as that for the one writer of SQLite. */
export const REQUEST_TIMES: DatabaseTimes = {
  statement: 15_000,
  lock: 10_000,
  idle: 30_000,
  answer: 18_000,
  doubt: 3_000,
};

/** Imports, price lists and sweeps, one after another: as long as a request with a file may last. */
export const JOB_TIMES: DatabaseTimes = {
  statement: 600_000,
  lock: 600_000,
  idle: 600_000,
  answer: 620_000,
  doubt: 620_000,
};

/** Migrations: an index of a large table takes its time, a server that migrates first too; longer locks stop a start. */
export const MIGRATION_TIMES: DatabaseTimes = {
  statement: 3_600_000,
  lock: 120_000,
  idle: 600_000,
  answer: 3_620_000,
  doubt: 3_620_000,
};
