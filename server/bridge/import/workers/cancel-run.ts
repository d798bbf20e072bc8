import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../database/types.ts';
import { conflict, HttpError } from '../../../http/errors.ts';
import type { BridgeSchema } from '../../schema.ts';
import { stateOfRun } from '../run/runs.ts';
import { cancelElsewhere } from './rows.ts';

/** How long the process that is at the run may take to hear of it and to end it, ms. */
const PATIENCE_MS = 10_000;
const BETWEEN_LOOKS_MS = 200;

/**
 * Has the process that is at a run cancel it, and waits for that. Throws 409 where the run has ended by itself, 503 where
 * the other one does not do it in time.
 */
export async function cancelRunElsewhere(
  database: Database<BridgeSchema>,
  id: number,
): Promise<{ message: string }> {
  if (!(await cancelElsewhere(database, id))) throw conflict('run already ended');
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const state = await stateOfRun(database.read, id);
    if (state === 'done') throw conflict('run already ended');
    if (state !== 'running') return { message: 'upload cancelled' };
    await pause(BETWEEN_LOOKS_MS);
  }
  throw new HttpError(503, 'import under way', { headers: { 'Retry-After': '15' } });
}
