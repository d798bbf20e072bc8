import type pg from 'pg';
import { ask } from './ask.ts';
import { openPool } from './client.ts';
import { REQUEST_TIMES } from './times.ts';

/** Belongs to no service: what is counted is of use for an hour, so it has no migrations and is in no backup. */
export const SCHEMA = 'limits';
export const TABLE = 'counters';

/** How long a count may take before the caller does without, ms. */
const ANSWER_MS = 1_000;
/** After a failure nobody asks for so long, ms. */
const PAUSE_MS = 2_000;
const TIMES = { ...REQUEST_TIMES, statement: ANSWER_MS, lock: ANSWER_MS, answer: ANSWER_MS };
/** Counts do not outlive the server, nor wait for its disk. */
const POOL = { size: 2, settings: ['synchronous_commit=off'] };
const UNDEFINED_TABLE = '42P01';

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The table of counts, for whoever knows what to count. */
export interface Counters {
  /** Rejects within a second or two, or at once just after a failure. */
  query(query: Query): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
  /** Removes counts that have run out by `now`, an expression. */
  forget(now: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the table at the first question, and makes it where it is missing. `failed` hears of the first failure of a row. */
export function openCounters(url: string, failed: (error: unknown) => void): Counters {
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

  const run = (query: Query) => over((client) => ask(client, ANSWER_MS, query.text, query.values));

  async function makeTable(): Promise<void> {
    await over(async (client) => {
      const statements = [
        'BEGIN',
        // Of several processes that start at once.
        `SELECT pg_advisory_xact_lock(hashtext('${SCHEMA}'))`,
        `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`,
        `CREATE UNLOGGED TABLE IF NOT EXISTS ${SCHEMA}.${TABLE}
          (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire BIGINT)`,
        'COMMIT',
      ];
      for (const statement of statements) await ask(client, ANSWER_MS, statement);
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

/** Connecting, too, is not waited for. */
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
