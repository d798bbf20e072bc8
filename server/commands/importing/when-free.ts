import { setTimeout as pause } from 'node:timers/promises';
import { troubleOf } from '../../database/trouble.ts';

/** How long another import may hold the catalogue before this one gives up, ms. */
const PATIENCE_MS = 3_600_000;
const BETWEEN_TRIES_MS = 2_000;

/**
 * Does the work, again and again while another process writes into the same database: SQLite lets one process write at a
 * time, and tells the others after a few seconds that it is busy.
 */
export async function whenFree<T>(
  work: () => Promise<T>,
  say: (line: string) => void,
  betweenMs = BETWEEN_TRIES_MS,
): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let isTold = false; ; isTold = true) {
    try {
      return await work();
    } catch (error) {
      if (troubleOf(error) !== 'busy' || performance.now() > until) throw error;
      if (!isTold) say('another process writes into the catalogue: waiting for it');
      await pause(betweenMs);
    }
  }
}
