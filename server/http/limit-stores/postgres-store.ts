import type { FastifyBaseLogger } from 'fastify';
import { type Counters, openCounters, SCHEMA, TABLE } from '../../database/postgres/counters.ts';
import { additionTo, commonCounter } from './common-counter.ts';
import type { LimitStore } from './store.ts';

const SWEEP_MS = 600_000;
/** The clock of the database: those of several machines differ, and each may be set. */
const NOW = '(SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint)';
const ADDITION = additionTo(`${SCHEMA}.${TABLE}`, {
  key: '$1',
  by: '$2::integer',
  ms: '$3::bigint',
  now: NOW,
});

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
