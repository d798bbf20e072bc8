// Reads that a replica takes over once it has what was committed before them.
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { openKysely } from './postgres-pool.ts';
import { isUnavailable } from './trouble.ts';
import type { DatabaseTimes } from './types.ts';

interface ReplicaReads<Schema> {
  /** On the replica, or on the primary where the replica is behind, away, or fails. */
  run<T>(reads: (source: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** The same for reads that run elsewhere, by the address of the server. */
  runAt<T>(reads: (url: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function openReplicaReads<Schema>(
  primary: Kysely<Schema>,
  { url, readUrl, schema }: { readonly url: string; readonly readUrl?: string; readonly schema: string },
  times: DatabaseTimes,
): ReplicaReads<Schema> {
  if (!readUrl) return { run: (reads) => reads(primary), runAt: (reads) => reads(url), close: async () => {} };
  const { kysely } = openKysely<Schema>(readUrl, schema, times);
  const replica = watchReplica(primary as Kysely<unknown>, kysely as Kysely<unknown>);

  async function either<Source, T>(reads: (source: Source) => Promise<T>, far: Source, near: Source): Promise<T> {
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

/** How long a read waits for the replica to have what was committed before it, ms. */
const WAIT_MS = 200;
/** How often the replica is asked meanwhile, ms. */
const LOOK_MS = 5;
/** How long reads go to the primary after the replica failed or was too far behind, ms. */
const REST_MS = 1_000;

const bytes = (position: string) => sql.raw<number>(`pg_wal_lsn_diff(${position}, '0/0')`);

/**
 * Compares the log positions of the primary at the call and of the replica: no read misses a change that was confirmed
 * to any client. False when that is not certain within WAIT_MS; never throws. `rest`: none for a moment.
 */
function watchReplica(primary: Kysely<unknown>, replica: Kysely<unknown>) {
  let applied = 0;
  let restsUntil = 0;
  const rest = () => {
    restsUntil = performance.now() + REST_MS;
  };

  const kept = inTurn(async () => {
    const { rows } = await sql<{ position: number }>`
      SELECT ${bytes('pg_current_wal_flush_lsn()')} AS position`.execute(primary);
    return rows[0]?.position ?? Number.POSITIVE_INFINITY;
  });
  const look = inTurn(async () => {
    const { rows } = await sql<{ position: number | null }>`
      SELECT CASE WHEN pg_is_in_recovery() THEN ${bytes('pg_last_wal_replay_lsn()')} END AS position`.execute(replica);
    // A promoted server is no replica any more, or that of another primary.
    applied = rows[0]?.position ?? 0;
  });

  async function catchesUp(isOver: () => boolean): Promise<boolean> {
    const wanted = await kept();
    while (!isOver()) {
      if (applied >= wanted) return true;
      await look();
      if (applied < wanted) await pause(LOOK_MS);
    }
    return false;
  }

  return {
    rest,
    async isCaughtUp() {
      if (performance.now() < restsUntil) return false;
      let isOver = false;
      const enough = pause(WAIT_MS, false, { ref: false });
      const answer = await Promise.race([catchesUp(() => isOver).catch(() => false), enough]);
      isOver = true;
      if (!answer) rest();
      return answer;
    },
  };
}

/** Shares one run among all callers before it begins; calls during a run share the next one, whose result is newer. */
function inTurn<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        const started = run();
        running = started;
        return started;
      });
    return next;
  };
}
