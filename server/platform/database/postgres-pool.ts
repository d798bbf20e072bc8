import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { connect, disconnect, type LivenessCheck, openPool, type Pool, queryWithin } from './postgres-connection.ts';
import { kindOfStatement, reportStatements } from './statement-signals.ts';
import { troubleOf } from './trouble.ts';
import type { DatabaseTimes } from './types.ts';

/** What a first statement is asked again after a lost connection: it has changed nothing. */
const CHANGES_NOTHING = /^(?:begin|start transaction|select)\b/i;
/** PostgreSQL, appendix A: read_only_sql_transaction, as in a primary that became a standby. */
const READ_ONLY = '25006';
/** Connections that a first statement is tried over: a server that was restarted leaves some in the pool that are dead. */
const TRIES = 3;

/**
 * A pool for Kysely whose queries are answered within `limit` ms or fail, so that a connection that stands still holds
 * nobody up. A read, or the begin of a transaction, whose connection is lost is asked again over another one. A roll-back
 * that fails is no failure of its own: its connection goes, and with it the transaction.
 */
function boundedPool(pool: Pool, limit: number, doubt: LivenessCheck): PostgresPool {
  return {
    connect: async () => boundedClient(pool, await pool.connect(), limit, doubt),
    end: () => pool.end(),
    options: pool.options,
  };
}

function boundedClient(pool: Pool, first: pg.PoolClient, limit: number, doubt: LivenessCheck): PostgresPoolClient {
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

/** A pool of connections to a server, for Kysely. */
export function openKysely<Schema>(url: string, schema: string, times: DatabaseTimes) {
  const pool = openPool(url, schema, times);
  const doubt = { after: times.doubt, isAlive: createPulse(url, schema) };
  const dialect = new PostgresDialect({ pool: boundedPool(pool, times.answer, doubt) });
  const log = reportStatements({ dialect: 'postgres', url, schema }, kindOfStatement);
  return { pool, kysely: new Kysely<Schema>({ dialect, log }) };
}

/** How long the question may take that only asks whether anybody is there, ms. */
const ALIVE_MS = 2_000;

/** Tells whether a server answers at all, by a connection of its own; questions that come meanwhile get the same answer. */
function createPulse(url: string, schema: string): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    try {
      const client = await connect(url, schema, undefined, false, ALIVE_MS);
      try {
        await queryWithin(client, ALIVE_MS, 'SELECT 1');
        return true;
      } finally {
        await disconnect(client);
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
