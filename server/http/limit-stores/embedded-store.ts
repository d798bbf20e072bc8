import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import { RateLimiterSQLite } from 'rate-limiter-flexible';
import { type LimitStore, memoryCounter, memoryStore } from './store.ts';

/** How long another process may be in the way before memory stands in, ms: this thread stands still meanwhile. */
const WAIT_MS = 50;
const SWEEP_MS = 600_000;
const TABLE = 'counters';

/** As better-sqlite3, which the library knows: each of its transactions is one statement. */
interface Client {
  prepare(sql: string): StatementSync;
  transaction<Work>(work: Work): Work;
}

function clientOf(db: DatabaseSync): Client {
  const kept = new Map<string, StatementSync>();
  return {
    prepare: (sql) => {
      const statement = kept.get(sql) ?? db.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
    transaction: (work) => work,
  };
}

function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: WAIT_MS });
  // Nobody misses the counts of a machine that lost its power.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire INTEGER) WITHOUT ROWID`,
  );
  return db;
}

/**
 * Counts in a file, together with all processes that have it open. `clock` only tells what has run out. Where the file
 * takes nothing, each process counts by itself.
 */
export function embeddedStore(file: string, clock: () => number, log: FastifyBaseLogger): LimitStore {
  let db: DatabaseSync;
  try {
    db = openFile(file);
  } catch (error) {
    log.warn({ err: error }, 'rate limits are counted by this process alone');
    return memoryStore;
  }
  const client = clientOf(db);
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
      new RateLimiterSQLite({
        storeClient: client,
        storeType: 'better-sqlite3',
        tableName: TABLE,
        tableCreated: true,
        keyPrefix: limit.name,
        points: limit.points,
        duration: limit.duration,
        insuranceLimiter: memoryCounter(limit),
      }),
    close: async () => {
      clearInterval(sweep);
      db.close();
    },
  };
}
