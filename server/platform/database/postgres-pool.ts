// A pool of connections for Kysely whose queries are answered in time or fail.
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import * as postgresConnection from './postgres-connection.ts';
import { type LivenessCheck, queryWithin } from './postgres-query.ts';
import { kindOfStatement, reportStatements } from './statement-signals.ts';
import { troubleOf } from './trouble.ts';
import type { DatabaseTimes } from './types.ts';

/** First statements that may be sent again after a lost connection: they have changed nothing. */
const CHANGES_NOTHING = /^(?:begin|start transaction|select)\b/i;
/** PostgreSQL, appendix A: read_only_sql_transaction, as in a primary that became a standby. */
const READ_ONLY = '25006';
/** Connections over which a first statement is tried: a restarted server leaves dead ones in the pool. */
const TRIES = 3;

/**
 * Answers within `limit` ms or fails. A read or a begin whose connection is lost is sent again over another one. A
 * failed rollback is no failure of its own: its connection is dropped, and with it the transaction.
 */
function boundedPool(pool: postgresConnection.Pool, limit: number, doubt: LivenessCheck): PostgresPool {
  return {
    connect: async () => boundedClient(pool, await pool.connect(), limit, doubt),
    end: () => pool.end(),
    options: pool.options,
  };
}

function boundedClient(
  pool: postgresConnection.Pool,
  first: pg.PoolClient,
  limit: number,
  doubt: LivenessCheck,
): PostgresPoolClient {
  let client: pg.PoolClient | null = first;
  let isBroken = false;
  let hasAnswered = false;

  async function askFirst(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    for (let left = TRIES - 1; ; left -= 1) {
      client ??= await pool.connect();
      try {
        return await queryWithin(client, limit, sql, parameters, doubt);
      } catch (error) {
        if (left === 0 || troubleOf(error) !== 'away') throw error;
        client.release(true);
        client = null;
      }
    }
  }

  const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      if (!hasAnswered && CHANGES_NOTHING.test(sql)) return await askFirst(sql, parameters);
      if (!client) throw new Error('Connection terminated');
      return await queryWithin(client, limit, sql, parameters, doubt);
    } catch (error) {
      if ((error as { code?: unknown }).code === READ_ONLY) {
        isBroken = true;
        pool.leave();
      }
      if (sql !== 'rollback') throw error;
      isBroken = true;
      return { command: 'ROLLBACK', rowCount: 0, rows: [] } satisfies PostgresQueryResult<never>;
    } finally {
      hasAnswered = true;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => client?.release(destroy || isBroken),
  };
}

export function openKysely<Schema>(url: string, schema: string, times: DatabaseTimes) {
  const pool = postgresConnection.openPool(url, schema, times);
  const doubt = { after: times.doubt, isAlive: createPulse(url, schema) };
  const dialect = new PostgresDialect({ pool: boundedPool(pool, times.answer, doubt) });
  const log = reportStatements({ dialect: 'postgres', url, schema }, kindOfStatement);
  return { pool, kysely: new Kysely<Schema>({ dialect, log }) };
}

const ALIVE_MS = 2_000;

/** Checks by a connection of its own whether a server answers at all; simultaneous calls share the result. */
function createPulse(url: string, schema: string): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    try {
      const client = await postgresConnection.connect(url, schema, undefined, false, ALIVE_MS);
      try {
        await queryWithin(client, ALIVE_MS, 'SELECT 1');
        return true;
      } finally {
        await postgresConnection.disconnect(client);
      }
    } catch (error) {
      // A refusal is an answer, e.g. of a server with too many connections.
      return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));
    }
  }

  return () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
}
