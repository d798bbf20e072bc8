import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { ask } from './ask.ts';

/**
 * A pool for Kysely whose queries are answered within `limit` ms or fail, so that a connection that stands still holds
 * nobody up. A roll-back that fails is no failure of its own: its connection goes, and with it the transaction.
 */
export function boundedPool(pool: pg.Pool, limit: number): PostgresPool {
  return {
    connect: async () => boundedClient(await pool.connect(), limit),
    end: () => pool.end(),
    options: pool.options,
  };
}

function boundedClient(client: pg.PoolClient, limit: number): PostgresPoolClient {
  let isBroken = false;
  const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      return await ask(client, limit, sql, parameters);
    } catch (error) {
      if (sql !== 'rollback') throw error;
      isBroken = true;
      return { command: 'ROLLBACK', rowCount: 0, rows: [] } satisfies PostgresQueryResult<never>;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || isBroken),
  };
}
