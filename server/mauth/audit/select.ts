import type { SQLInputValue } from 'node:sqlite';
import { plainRows } from '../../database/sqlite/plain-rows.ts';
import type { JobConnection } from '../../database/types.ts';

/** A query that was written on the main thread. */
export interface QueryText {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs such a query inside a job, on either database. */
export const selectInJob = async <Row>(
  connection: JobConnection,
  { sql, parameters }: QueryText,
): Promise<Row[]> =>
  connection.dialect === 'sqlite'
    ? plainRows<Row>(connection.db.prepare(sql))(...(parameters as SQLInputValue[]))
    : connection.query<Row & Record<string, unknown>>(sql, parameters);
