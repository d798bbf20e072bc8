/** Connections to embedded SQLite files: settings, prepared statements, plain rows, a check for damage. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const CACHE_KIB = 64 * 1024;
const TEMPORARY_CACHE_KIB = 16 * 1024;
const MMAP_BYTES = 1024 * 1024 * 1024;
const JOURNAL_LIMIT_BYTES = 64 * 1024 * 1024;
/** How long a connection waits for another process (the command line) to finish its write. */
export const OTHER_PROCESS_WAIT_MS = 5_000;
const STATEMENTS_KEPT = 200;

/** Opens a connection with the settings all of ours share: WAL, durable commits, foreign keys. */
export function openSqlite(file: string, readOnly: boolean): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly, timeout: OTHER_PROCESS_WAIT_MS });
  if (!readOnly) {
    db.exec('PRAGMA journal_mode = WAL');
    db.exec(`PRAGMA journal_size_limit = ${JOURNAL_LIMIT_BYTES}`);
    db.exec('PRAGMA synchronous = FULL');
  }
  db.exec(`PRAGMA foreign_keys = ON; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA mmap_size = ${MMAP_BYTES}`);
  // Temporary tables of an import are as large as its list: memory may not hold them, but those that are worked on.
  db.exec(`PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -${TEMPORARY_CACHE_KIB}`);
  return db;
}

/** Rolls an open transaction back, if there is one: SQLite has ended it already when the disk is full. Never throws. */
export function rollBack(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('rollback');
  } catch {
    // The failure that caused the rollback says more.
  }
}

export interface QueryOutcome {
  readonly rows: Record<string, unknown>[];
  readonly changes: number;
  readonly insertId: number | null;
}

interface KeptStatement {
  readonly statement: StatementSync;
  /** Determined once: listing the columns takes longer than many a query. */
  readonly givesRows: boolean;
}

/** Runs queries over one connection, keeping prepared statements of the most recent texts. */
export class QueryRunner {
  readonly #kept = new Map<string, KeptStatement>();
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  run(sql: string, parameters: readonly unknown[]): QueryOutcome {
    const { statement, givesRows } = this.#prepare(sql);
    const values = parameters.map(toSqlite);
    if (givesRows) {
      const rows = statement.all(...values) as Record<string, unknown>[];
      return { rows, changes: rows.length, insertId: null };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) };
  }

  #prepare(sql: string): KeptStatement {
    const known = this.#kept.get(sql);
    if (known) {
      this.#kept.delete(sql);
      this.#kept.set(sql, known);
      return known;
    }
    const statement = this.#db.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    // Pragmas change the connection and are not worth keeping; schema changes re-prepare statements by themselves.
    this.#kept.set(sql, prepared);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > STATEMENTS_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return prepared;
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}

/** Rows as plain objects, several times faster to copy than those of node:sqlite. Takes over the statement. */
export function plainRows<Row>(statement: StatementSync): (...parameters: SQLInputValue[]) => Row[] {
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  // A copy of an object with all its columns is one allocation; columns added one by one are many.
  const blank: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  const plain = (values: readonly unknown[]): Row => {
    const row = { ...blank };
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
    return row as Row;
  };
  return (...parameters) => (statement.all(...parameters) as unknown as unknown[][]).map(plain);
}

const FAULTS_MAX = 3;

/** Throws an Error that lists the first faults of a database file: damaged pages, rows that refer to none. */
export function assertSoundDatabase(file: string): void {
  const faults = databaseFaults(file);
  if (faults.length > 0) throw new Error(`${file} is damaged: ${faults.slice(0, FAULTS_MAX).join('; ')}`);
}

function databaseFaults(file: string): string[] {
  const db = new DatabaseSync(file);
  try {
    const damaged = db
      .prepare('PRAGMA quick_check')
      .all()
      .map((row) => String(Object.values(row)[0]))
      .filter((said) => said !== 'ok');
    if (damaged.length > 0) return damaged;
    return db
      .prepare('PRAGMA foreign_key_check')
      .all()
      .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`);
  } catch (error) {
    return [(error as Error).message];
  } finally {
    db.close();
  }
}
