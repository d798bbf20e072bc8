import type { FastifyBaseLogger } from 'fastify';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { type Counters, openCounters, SCHEMA, TABLE } from '../../database/postgres/counters.ts';
import { type LimitStore, memoryCounter } from './store.ts';

const SWEEP_MS = 600_000;

/** Counts in PostgreSQL, together with all processes that use it; where it does not answer, each counts by itself. */
export function postgresStore(url: string, clock: () => number, log: FastifyBaseLogger): LimitStore {
  const counters: Counters = openCounters(url, (error) =>
    log.warn({ err: error }, 'rate limits are counted by this process alone'),
  );
  const sweep = setInterval(() => void counters.forget(clock()).catch(() => {}), SWEEP_MS);
  sweep.unref();
  return {
    counterOf: (limit) =>
      new RateLimiterPostgres({
        storeClient: counters,
        storeType: 'client',
        schemaName: SCHEMA,
        tableName: TABLE,
        tableCreated: true,
        keyPrefix: limit.name,
        points: limit.points,
        duration: limit.duration,
        insuranceLimiter: memoryCounter(limit),
      }),
    close: async () => {
      clearInterval(sweep);
      await counters.close();
    },
  };
}
