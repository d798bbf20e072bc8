/** Counts of rate limits that several processes share, in a file or in PostgreSQL. */
import { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { openPool, REQUEST_TIMES } from '../database/postgres-connection.ts';
import { queryWithin } from '../database/postgres-query.ts';
import { type Counter, type Limit, type LimitStore, memoryCounter, memoryStore } from './limits.ts';

/** How long another process may block before memory stands in, ms: this thread is blocked meanwhile. */
const WAIT_MS = 50;
const SWEEP_MS = 600_000;
const TABLE = 'counters';

function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: WAIT_MS });
  // The counts of a machine that lost its power are not missed.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire INTEGER) WITHOUT ROWID`,
  );
  return db;
}

/** Counts in a file, shared by all processes that have it open; each process by itself where writing fails. */
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
      // Expired rows do no harm; the next round removes them.
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

interface Uses {
  readonly points: number;
  readonly left: number;
}

type AddUses = (key: string, by: number, ms: number) => Promise<Uses>;

/** Counts by `add`; where that fails memory stands in. */
function commonCounter(limit: Limit, add: AddUses): Counter {
  const standIn = memoryCounter(limit);
  const keyOf = (key: string | number) => `${limit.name}:${key}`;
  const addTo = async (key: string | number, by: number) => {
    const { points, left } = await add(keyOf(key), by, limit.duration * 1000);
    return new RateLimiterRes(Math.max(0, limit.points - points), left, points, points === by);
  };
  return {
    consume: async (key) => {
      const uses = await addTo(key, 1).catch(() => standIn.consume(key));
      if (uses.consumedPoints > limit.points) throw uses;
      return uses;
    },
    reward: (key) => addTo(key, -1).catch(() => standIn.reward(key)),
  };
}

/**
 * Adds uses. An expired window is replaced, and so is one that ends later than two windows could, begun before the
 * clock was set back. A step of seconds, or a machine whose clock is a little ahead, replaces none.
 */
const additionTo = (table: string, { key, by, ms, now }: Record<'key' | 'by' | 'ms' | 'now', string>) => {
  const isPresent = `counted.expire > ${now} AND counted.expire <= ${now} + 2 * ${ms}`;
  return `INSERT INTO ${table} AS counted (key, points, expire)
    VALUES (${key}, CASE WHEN ${by} > 0 THEN ${by} ELSE 0 END, ${now} + ${ms})
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isPresent} THEN counted.points + ${by} ELSE excluded.points END,
      expire = CASE WHEN ${isPresent} THEN counted.expire ELSE excluded.expire END
    RETURNING points, expire - ${now} AS "left"`;
};

/** Belongs to no service: counts are useful for an hour, so it has no migrations and is in no backup. */
const SCHEMA = 'limits';

const ANSWER_MS = 1_000;
const PAUSE_MS = 2_000;
const TIMES = { ...REQUEST_TIMES, statement: ANSWER_MS, lock: ANSWER_MS, answer: ANSWER_MS };
/** Counts need not survive the server, nor wait for its disk. */
const POOL = { size: 2, settings: ['synchronous_commit=off'] };
const UNDEFINED_TABLE = '42P01';

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Counters {
  /** Rejects within a second or two, or at once just after a failure. */
  query(query: Query): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
  /** Removes counts that have run out by `now`, an expression. */
  forget(now: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the table at the first query, creating it if missing. `failed` is called for the first of several failures. */
function openCounters(url: string, failed: (error: unknown) => void): Counters {
  const pool = openPool(url, SCHEMA, TIMES, POOL);
  let pauseUntil = 0;
  let isWell = true;

  async function over<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let isBroken = true;
    try {
      const result = await work(client);
      isBroken = false;
      return result;
    } finally {
      client.release(isBroken);
    }
  }

  const run = (query: Query) => over((client) => queryWithin(client, ANSWER_MS, query.text, query.values));

  async function makeTable(): Promise<void> {
    await over(async (client) => {
      const statements = [
        'BEGIN',
        // For several processes that start at once.
        `SELECT pg_advisory_xact_lock(hashtext('${SCHEMA}'))`,
        `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`,
        `CREATE UNLOGGED TABLE IF NOT EXISTS ${SCHEMA}.${TABLE}
          (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire BIGINT)`,
        'COMMIT',
      ];
      for (const statement of statements) await queryWithin(client, ANSWER_MS, statement);
    });
  }

  async function runAnyway(query: Query) {
    try {
      return await run(query);
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
      await makeTable();
      return run(query);
    }
  }

  return {
    query: async (query) => {
      if (performance.now() < pauseUntil) throw new Error('the counts did not answer just now');
      try {
        const result = await within(runAnyway(query));
        isWell = true;
        return result;
      } catch (error) {
        pauseUntil = performance.now() + PAUSE_MS;
        pool.leave();
        if (isWell) failed(error);
        isWell = false;
        throw error;
      }
    },
    forget: async (now) => {
      await run({ text: `DELETE FROM ${SCHEMA}.${TABLE} WHERE expire < ${now}`, values: [] });
    },
    close: () => pool.end(),
  };
}

/** Connecting is not waited for either. */
async function within<Result>(answer: Promise<Result>): Promise<Result> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('the counts did not answer in time')), 2 * ANSWER_MS);
  });
  answer.catch(() => {});
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(late);
  }
}

/** The clock of the database: those of several machines differ. */
const NOW = '(SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint)';
const ADDITION = additionTo(`${SCHEMA}.${TABLE}`, { key: '$1', by: '$2::integer', ms: '$3::bigint', now: NOW });

/** Counts in PostgreSQL, together with all processes that use it; where it does not answer, each counts by itself. */
export function postgresStore(url: string, log: FastifyBaseLogger): LimitStore {
  const counters: Counters = openCounters(url, (error) =>
    log.warn({ err: error }, 'rate limits are counted by this process alone'),
  );
  const sweep = setInterval(() => void counters.forget(NOW).catch(() => {}), SWEEP_MS);
  sweep.unref();
  return {
    counterOf: (limit) =>
      commonCounter(limit, async (key, by, ms) => {
        const { rows } = await counters.query({ text: ADDITION, values: [key, by, ms] });
        const [{ points, left } = { points: 0, left: 0 }] = rows;
        return { points: Number(points), left: Number(left) };
      }),
    close: async () => {
      clearInterval(sweep);
      await counters.close();
    },
  };
}
