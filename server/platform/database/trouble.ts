/**
 * Why a database, or the disk, failed although the statement was right: `busy` another writer blocks or it took too
 * long; `away` the database server cannot be reached or takes nothing now; `full`, `read-only` and `broken` are states
 * of the disk of this machine.
 */
export type Trouble = 'busy' | 'away' | 'full' | 'read-only' | 'broken';

/** Errors of the system, by `code`. https://nodejs.org/api/os.html#error-constants */
const SYSTEM: Readonly<Record<string, Trouble>> = {
  ENOSPC: 'full',
  EFBIG: 'full', // a file that reaches the limit of its process or its file system
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EIO: 'broken',
  ENXIO: 'broken',
  ENODEV: 'broken',
  ESTALE: 'broken',
  EMFILE: 'busy',
  ENFILE: 'busy',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ECONNABORTED: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  EHOSTDOWN: 'away',
  ENETUNREACH: 'away',
  ENETDOWN: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  STORAGE_AWAY: 'away', // not of the system: an object storage that cannot be asked
};

/** Primary result codes of SQLite. https://www.sqlite.org/rescode.html */
const SQLITE: Readonly<Record<number, Trouble>> = {
  3: 'read-only', // PERM
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  7: 'busy', // NOMEM
  8: 'read-only', // READONLY
  10: 'broken', // IOERR
  11: 'broken', // CORRUPT
  13: 'full', // FULL
  14: 'broken', // CANTOPEN
  15: 'busy', // PROTOCOL
  26: 'broken', // NOTADB
};
/** An input or output error that says: no room to enlarge the index of the write-ahead log. */
const SQLITE_IOERR_SHMSIZE = 4874;

/** States of PostgreSQL, by code or by class. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQLSTATE: Readonly<Record<string, Trouble>> = {
  '08': 'away', // the connection
  '25006': 'away', // a primary that became a standby, or was set read-only
  '25P03': 'busy', // idle in a transaction for too long
  '25P04': 'busy', // a transaction that took too long
  '28': 'away', // the role or its password
  '3D000': 'away', // no such database
  '40': 'busy', // serialisation failures and deadlocks
  '53': 'away', // disk full, out of memory, too many connections
  '55000': 'away', // not in the state that it takes
  '55006': 'busy', // in use
  '55P03': 'busy', // a lock was not to be had in time
  '57014': 'busy', // cancelled, as a statement that takes too long is
  '57P': 'away', // shutting down, starting up, dropped
  '58': 'away', // its own system fails
};
const IS_SQLSTATE = /^[0-9A-Z]{5}$/;

/** Messages of the driver about a lost connection, which have no code. */
const LOST_CONNECTION =
  /^Connection terminated|not queryable$|^timeout expired$|^timeout exceeded when trying to connect|connection has been discarded$|^Cannot use a pool after/;

/** The trouble behind a thrown value, of this thread or another; null when it was none of these. */
export function troubleOf(error: unknown): Trouble | null {
  if (error instanceof DatabaseBusy) return 'busy';
  if (!(error instanceof Error)) return null;
  const { code, errcode, cause } = error as { code?: unknown; errcode?: unknown; cause?: unknown };
  const known = ofSqlite(errcode) ?? (typeof code === 'string' ? ofCode(code) : null);
  return known ?? (LOST_CONNECTION.test(error.message) ? 'away' : troubleOf(cause));
}

/** Whether a failure means "not now" rather than "wrong", and the same may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  const trouble = troubleOf(error);
  return trouble === 'busy' || trouble === 'away';
}

export function isOfDisk(error: unknown): boolean {
  const trouble = troubleOf(error);
  return trouble === 'full' || trouble === 'read-only' || trouble === 'broken';
}

function ofSqlite(errcode: unknown): Trouble | null {
  if (typeof errcode !== 'number') return null;
  if (errcode === SQLITE_IOERR_SHMSIZE) return 'full';
  // The lower eight bits are the primary code, the others say more precisely what happened.
  return SQLITE[errcode & 0xff] ?? null;
}

function ofCode(code: string): Trouble | null {
  const known = SYSTEM[code];
  if (known || !IS_SQLSTATE.test(code)) return known ?? null;
  return SQLSTATE[code] ?? SQLSTATE[code.slice(0, 3)] ?? SQLSTATE[code.slice(0, 2)] ?? null;
}

/** A write did not get its turn, or the database did not take a connection, in time: worth trying again later. */
export class DatabaseBusy extends Error {
  constructor(message = 'database is busy', options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseBusy';
  }
}

/** Starting would damage what a newer program wrote. */
export class SchemaTooNew extends Error {
  constructor(where: string, found: number, known: number) {
    super(
      `${where} has schema version ${found}, this program knows ${known}: start the newer program, or restore a backup made before it`,
    );
    this.name = 'SchemaTooNew';
  }
}
