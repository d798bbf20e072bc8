import { setTimeout as pause } from 'node:timers/promises';

/** How often a transaction is begun again, and how long each time is waited before, ms. */
const PAUSES_MS = [10, 50, 200] as const;
/** PostgreSQL, appendix A: serialization_failure and deadlock_detected. */
const IN_EACH_OTHERS_WAY = new Set<unknown>(['40001', '40P01']);

/**
 * Runs a whole transaction, and anew where the database took it back because it stood in the way of another one: nothing of
 * it is left then. `attempt` must begin from nothing each time. Any other failure is thrown, and the last one too.
 */
export async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (const wait of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!IN_EACH_OTHERS_WAY.has((error as { code?: unknown } | null)?.code)) throw error;
    }
    await pause(wait);
  }
  return attempt();
}
