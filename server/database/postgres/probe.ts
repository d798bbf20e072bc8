import { ask } from './ask.ts';
import type { Pool } from './client.ts';

/** How long a probe waits for its answer, ms. */
const PROBE_MS = 1_000;

/** A change that nobody ever sees: of a table that every schema has, a row that no other server writes at the same time. */
export const TRIAL_CHANGE = `BEGIN;
  INSERT INTO schema_migrations VALUES (-1 - floor(random() * 1000000000)::integer, 'trial', '');
  ROLLBACK`;

/** Changes something over a connection of the pool and takes it back. Rejects when that fails or takes too long. */
export async function probe(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let isWell = false;
  try {
    await ask(client, PROBE_MS, TRIAL_CHANGE);
    isWell = true;
  } finally {
    // After a failure the transaction may still be open.
    client.release(!isWell);
  }
}
