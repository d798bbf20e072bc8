import type pg from 'pg';
import type { JobConnection } from '../types.ts';
import { ask, disconnect } from './ask.ts';
import { connect } from './client.ts';
import { inOrder } from './in-order.ts';
import { JOB_TIMES } from './times.ts';

export interface OpenJobConnection {
  readonly connection: JobConnection;
  /** Commits and disconnects. */
  finish(): Promise<void>;
  /** Rolls back and disconnects. */
  abandon(): Promise<void>;
}

/** One consistent read-only view for as long as the job runs. */
export const openSnapshot = (url: string, schema: string) =>
  open(url, schema, ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY']);

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
  const { connection, settled } = inOrder(
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
  ask(client, JOB_TIMES.answer, sql, parameters);

async function end(client: pg.Client, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await askJob(client, statement);
  } finally {
    await disconnect(client);
  }
}
