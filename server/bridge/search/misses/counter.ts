import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import type { CountedMiss, Miss } from './miss.ts';
import { addMisses } from './store.ts';

/** Pause between two writings, ms. */
const PAUSE = 30_000;
/** Different wordings that wait to be written; more than that in one pause is no buyers' doing. */
const WAITING_MAX = 1_000;

/** Counts what was not found, and writes it now and then: no search waits for the database. */
export interface MissCounter {
  add(miss: Miss): void;
  /** Writes what waits; what cannot be written now waits on. */
  flush(): Promise<void>;
  /** Writes what waits, for the last time. */
  close(): Promise<void>;
}

/** A counter over the database of the service. What a process that is killed has not written is lost. */
export function countMisses(
  database: Database<BridgeSchema>,
  clock: () => number,
  log: FastifyBaseLogger,
): MissCounter {
  let waiting = new Map<string, CountedMiss>();
  let running = Promise.resolve();

  const put = (miss: CountedMiss) => {
    const known = waiting.get(miss.wording);
    if (!known && waiting.size >= WAITING_MAX) return;
    waiting.set(miss.wording, known ? { ...miss, count: known.count + miss.count } : miss);
  };

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const written = waiting;
    waiting = new Map();
    try {
      await addMisses(database, [...written.values()]);
    } catch (error) {
      const later = waiting;
      waiting = written;
      for (const miss of later.values()) put(miss);
      log.warn({ err: error }, 'what was not found cannot be written now');
    }
  }

  const flush = () => {
    running = running.then(write);
    return running;
  };
  const timer = setInterval(flush, PAUSE);
  timer.unref();
  return {
    add: (miss) => put({ ...miss, count: 1, at: clock() }),
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
