import { Kysely, PostgresDialect } from 'kysely';
import { kindOfStatement, tellStatements } from '../told.ts';
import { isUnavailable } from '../trouble.ts';
import { boundedPool } from './bounded-pool.ts';
import { openPool } from './client.ts';
import { createPulse } from './pulse.ts';
import { watchReplica } from './read-replica.ts';
import type { DatabaseTimes } from './times.ts';

/** A pool of connections to a server, for Kysely. */
export function openKysely<Schema>(url: string, schema: string, times: DatabaseTimes) {
  const pool = openPool(url, schema, times);
  const doubt = { after: times.doubt, isAlive: createPulse(url, schema) };
  const dialect = new PostgresDialect({ pool: boundedPool(pool, times.answer, doubt) });
  const log = tellStatements({ dialect: 'postgres', url, schema }, kindOfStatement);
  return { pool, kysely: new Kysely<Schema>({ dialect, log }) };
}

/** Reads that a replica may take over. */
export interface ReplicaReads<Schema> {
  /** Runs reads on the replica, or on the primary where it is behind, gone, or fails on the way. */
  run<T>(reads: (source: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** The same for reads that are done elsewhere, by the address of the server. */
  runAt<T>(reads: (url: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Reads of a schema on the replica at `readUrl`; without one they all go to the primary. */
export function openReplicaReads<Schema>(
  primary: Kysely<Schema>,
  { url, readUrl, schema }: { readonly url: string; readonly readUrl?: string; readonly schema: string },
  times: DatabaseTimes,
): ReplicaReads<Schema> {
  if (!readUrl)
    return { run: (reads) => reads(primary), runAt: (reads) => reads(url), close: async () => {} };
  const { kysely } = openKysely<Schema>(readUrl, schema, times);
  const replica = watchReplica(primary as Kysely<unknown>, kysely as Kysely<unknown>);

  async function either<Source, T>(
    reads: (source: Source) => Promise<T>,
    far: Source,
    near: Source,
  ): Promise<T> {
    if (!(await replica.isCaughtUp())) return reads(near);
    try {
      return await reads(far);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      replica.rest();
      return reads(near);
    }
  }

  return {
    run: (reads) => either(reads, kysely, primary),
    runAt: (reads) => either(reads, readUrl, url),
    close: () => kysely.destroy(),
  };
}
