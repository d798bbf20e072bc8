import { setTimeout as pause } from 'node:timers/promises';

/** Anything that runs one statement with parameters: a client of the server, or PGlite in tests. */
export type PostgresQuery = (sql: string, parameters?: unknown[]) => Promise<{ rows: unknown[] }>;

/** How often a server that waits for the migrations of another one looks, ms. */
const LOOK_MS = 200;
const KEY = "hashtext('parts-shop migrations')";

/**
 * Waits until nobody else migrates, however long that takes, and keeps others waiting until the returned function is
 * called or the connection ends. It asks again and again instead of waiting in a statement: CREATE INDEX CONCURRENTLY
 * waits for every statement that is under way, and so for those who wait for it.
 */
export async function migrationTurn(query: PostgresQuery): Promise<() => Promise<void>> {
  for (;;) {
    const { rows } = await query(`SELECT pg_try_advisory_lock(${KEY}) AS mine`);
    if ((rows[0] as { mine: boolean }).mine) break;
    await pause(LOOK_MS);
  }
  return async () => void (await query(`SELECT pg_advisory_unlock(${KEY})`).catch(() => {}));
}

/** The same for the rest of the transaction that is open. */
export const migrationTurnWithin = async (query: PostgresQuery): Promise<void> =>
  void (await query(`SELECT pg_advisory_xact_lock(${KEY})`));
