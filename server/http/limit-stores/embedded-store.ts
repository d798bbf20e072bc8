import { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import { additionTo, commonCounter, type Uses } from './common-counter.ts';
import { type LimitStore, memoryStore } from './store.ts';

/** How long another process may be in the way before memory stands in, ms: this thread stands still meanwhile. */
const WAIT_MS = 50;
const SWEEP_MS = 600_000;
const TABLE = 'counters';

function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: WAIT_MS });
  // Nobody misses the counts of a machine that lost its power.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire INTEGER) WITHOUT ROWID`,
  );
  return db;
}

/** Counts in a file, together with all processes that have it open. Where the file takes nothing, each process counts by itself. */
export function embeddedStore(file: string, clock: () => number, log: FastifyBaseLogger): LimitStore {
  let db: DatabaseSync;
  try {
    db = openFile(file);
  } catch (error) {
    log.warn({ err: error }, 'rate limits are counted by this process alone');
    return memoryStore;
  }
  const addition = db.prepare(additionTo(TABLE, { key: '$key', by: '$by', ms: '$ms', now: '$now' }));
  const sweep = setInterval(() => {
    try {
      db.prepare(`DELETE FROM ${TABLE} WHERE expire < ?`).run(clock());
    } catch {
      // Rows that have run out are in nobody's way; the next round takes them.
    }
  }, SWEEP_MS);
  sweep.unref();
  return {
    counterOf: (limit) =>
      commonCounter(limit, async (key, by, ms) => {
        return addition.get({ $key: key, $by: by, $ms: ms, $now: clock() }) as unknown as Uses;
      }),
    close: async () => {
      clearInterval(sweep);
      db.close();
    },
  };
}
