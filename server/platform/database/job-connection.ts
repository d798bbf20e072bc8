// Connections of jobs: snapshots and write transactions.
import type pg from 'pg';
import type { JobConnection } from './jobs.ts';
import { connect, disconnect, JOB_TIMES } from './postgres-connection.ts';
import { queryWithin } from './postgres-query.ts';
import { orderedConnection } from './postgres-transactions.ts';
import { openSqlite } from './sqlite-connection.ts';
import type { DatabaseLocation } from './types.ts';

/**
 * One consistent view of a database as it is, until it is finished: nothing is migrated or changed. Temporary tables can
 * be made in it where that is asked for; in an embedded file always.
 */
export async function openSnapshotOf(location: DatabaseLocation, hasTemporary = false): Promise<OpenJobConnection> {
  if (location.dialect === 'postgres') return openSnapshot(location.url, location.schema, hasTemporary);
  const db = openSqlite(location.file, true);
  // A deferred transaction gets its snapshot at the first read.
  db.exec('begin');
  db.prepare('select count(*) from sqlite_schema').get();
  const end = async () => db.close();
  return { connection: { dialect: 'sqlite', db }, finish: end, abandon: end };
}

export interface OpenJobConnection {
  readonly connection: JobConnection;
  /** Commits and disconnects. */
  finish(): Promise<void>;
  /** Rolls back and disconnects. */
  abandon(): Promise<void>;
}

async function openSnapshot(url: string, schema: string, hasTemporary: boolean): Promise<OpenJobConnection> {
  if (!hasTemporary) return open(url, schema, ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY']);
  // PostgreSQL makes no table in a transaction that only reads.
  const snapshot = await open(url, schema, ['BEGIN ISOLATION LEVEL REPEATABLE READ']);
  return { ...snapshot, finish: snapshot.abandon };
}

/** A write transaction; jobs of one schema run one after another, as in SQLite. */
export const openWriting = (url: string, schema: string) =>
  open(url, schema, ['BEGIN', `SELECT pg_advisory_xact_lock(hashtext('jobs of ${schema}'))`]);

async function open(url: string, schema: string, begin: readonly string[]): Promise<OpenJobConnection> {
  const client = await connect(url, schema, JOB_TIMES, true);
  try {
    for (const statement of begin) await askJob(client, statement);
  } catch (error) {
    await disconnect(client);
    throw error;
  }
  const { connection, settled } = orderedConnection(
    async (sql, parameters) => (await askJob(client, sql, parameters)).rows,
  );
  return {
    connection,
    async finish() {
      await settled();
      await end(client, 'COMMIT');
    },
    async abandon() {
      await settled().catch(() => {});
      await end(client, 'ROLLBACK');
    },
  };
}

const askJob = (client: pg.Client, sql: string, parameters?: readonly unknown[]) =>
  queryWithin(client, JOB_TIMES.answer, sql, parameters);

async function end(client: pg.Client, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await askJob(client, statement);
  } finally {
    await disconnect(client);
  }
}
