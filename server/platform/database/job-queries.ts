import type { SQLInputValue } from 'node:sqlite';
import type { Compilable } from 'kysely';
import { plainRows } from './sqlite-connection.ts';
import type { JobConnection } from './types.ts';

/** A query that was written on the main thread. */
export interface QueryText {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs such a query inside a job, on either database. */
export const selectInJob = async <Row>(connection: JobConnection, { sql, parameters }: QueryText): Promise<Row[]> =>
  connection.dialect === 'sqlite'
    ? plainRows<Row>(connection.db.prepare(sql))(...(parameters as SQLInputValue[]))
    : connection.query<Row & Record<string, unknown>>(sql, parameters);

/** A query as a job takes it. */
export const queryTextOf = (query: Compilable): QueryText => {
  const { sql, parameters } = query.compile();
  return { sql, parameters };
};

/** The job that runs one query for its rows: what looks at every row must not hold the main thread. */
export const QUERY_JOB = new URL('./query-job.ts', import.meta.url);

const SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  join_collapse_limit: '1',
  jit: 'off',
};

/**
 * Makes the rest of a transaction join tables in the order in which they are written, each through an index. For jobs
 * that look up a thousand rows at a time: the planner, which counts a jump as dear as on a turning disk and knows nothing
 * of the rows that the job itself has added, would rather read whole tables, once for every batch.
 */
export const BY_INDEXES = `SELECT ${Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;
