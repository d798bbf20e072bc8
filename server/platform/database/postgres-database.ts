/** A service's database in PostgreSQL: pool, transactions with retries, reads from a replica, notifications. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import type pg from 'pg';
import { frequentReads, openJobThreads } from './job-threads.ts';
import { migratePostgres } from './migrate.ts';
import * as postgresConnection from './postgres-connection.ts';
import { kindOfStatement, reportStatements } from './statement-signals.ts';
import { isUnavailable, troubleOf } from './trouble.ts';
import type { Database, DatabaseLocation, DatabaseTimes, DatabaseUse, Migration, StopListening } from './types.ts';

type PostgresLocation = Extract<DatabaseLocation, { dialect: 'postgres' }>;

/** Opens a service's schema in PostgreSQL 15 or newer: migrated, pooled, a thread and a connection for each job. */
export async function openPostgresDatabase<Schema>(
  location: PostgresLocation,
  migrations: readonly Migration[],
  { times: own }: DatabaseUse,
): Promise<Database<Schema>> {
  const { url, schema, readUrl } = location;
  await migratePostgres(url, schema, migrations);
  const times = { ...postgresConnection.REQUEST_TIMES, ...own };
  const { pool, kysely } = openKysely<Schema>(url, schema, times);
  const replica = openReplicaReads(kysely, location, times);
  const writing = openJobThreads({ location, mode: 'write' });
  const reading = openJobThreads({ location, mode: 'read' });
  const far = readUrl && openJobThreads({ location: { ...location, url: readUrl }, mode: 'read' });
  return {
    dialect: 'postgres',
    location,
    read: kysely,
    fromReplica: replica.run,
    write: (work) => retryTransaction(() => kysely.transaction().execute(work)),
    writeIf: (...queries) =>
      retryTransaction(() => kysely.transaction().execute((transaction) => runChanges(transaction, queries))),
    runJob: writing.run,
    readJob: (module, args, options) =>
      far && options?.mayBeReplica
        ? replica.runAt((server) => (server === url ? reading : far).run(module, args, options))
        : reading.run(module, args, options),
    frequentReads: () => frequentReads(location),
    listen: (channel, heard) => listen(url, schema, channel, heard),
    load: pool.load,
    probe: () => probePool(pool),
    close: async () => {
      await Promise.all([writing, reading, replica, ...(far ? [far] : [])].map((one) => one.close()));
      await kysely.destroy();
    },
  };
}

/** Pauses before each retry of a transaction, ms. */
const PAUSES_MS = [10, 50, 200] as const;
/** PostgreSQL, appendix A: serialization_failure and deadlock_detected. */
const CONFLICTS = new Set<unknown>(['40001', '40P01']);

/**
 * Runs a whole transaction, and again where the database rolled it back because of a conflict with another one.
 * `attempt` must start from nothing each time. Any other failure is thrown, and the last one too.
 */
async function retryTransaction<T>(attempt: () => Promise<T>): Promise<T> {
  for (const wait of PAUSES_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!CONFLICTS.has((error as { code?: unknown } | null)?.code)) throw error;
    }
    await pause(wait);
  }
  return attempt();
}

/** Runs the changes inside an open transaction if the first one changes a row; resolves to whether it did. */
export async function runChanges<Schema>(
  transaction: Kysely<Schema>,
  [condition, ...changes]: readonly CompiledQuery[],
): Promise<boolean> {
  const first = condition && (await transaction.executeQuery(condition));
  if (!first?.numAffectedRows) return false;
  for (const change of changes) await transaction.executeQuery(change);
  return true;
}

/** How long a probe waits for its answer, ms. */
const PROBE_MS = 1_000;

/** A change that is never visible: in a table of every schema, a row that no other server writes at the same time. */
export const TRIAL_CHANGE = `BEGIN;
  INSERT INTO schema_migrations VALUES (-1 - floor(random() * 1000000000)::integer, 'trial', '');
  ROLLBACK`;

/** Changes something over a connection of the pool and rolls back. Rejects when that fails or takes too long. */
async function probePool(pool: postgresConnection.Pool): Promise<void> {
  const client = await pool.connect();
  let isWell = false;
  try {
    await postgresConnection.queryWithin(client, PROBE_MS, TRIAL_CHANGE);
    isWell = true;
  } finally {
    // After a failure the transaction may still be open.
    client.release(!isWell);
  }
}

/** Pause before a lost connection is opened again, ms. */
const AGAIN_MS = 1_000;

/**
 * Calls `heard` for every notification on a channel of the schema, and after each reconnection, when some may have been
 * missed. Reconnects for as long as it takes. Never throws.
 */
function listen(url: string, schema: string, channel: string, heard: () => void): StopListening {
  postgresConnection.assertSchemaName(channel);
  const stop = new AbortController();
  const { signal } = stop;
  let client: pg.Client | null = null;

  async function listenOnce(): Promise<void> {
    const opened = await postgresConnection.connect(url, schema);
    client = opened;
    try {
      const ended = new Promise((resolve) => opened.once('end', resolve));
      opened.on('notification', heard);
      await opened.query(`LISTEN ${channel}`);
      heard();
      if (!signal.aborted) await ended;
    } finally {
      client = null;
      await postgresConnection.disconnect(opened);
    }
  }

  async function listenOn(): Promise<void> {
    while (!signal.aborted) {
      // Callers poll meanwhile, and report the failure.
      await listenOnce().catch(() => {});
      await pause(AGAIN_MS, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  void listenOn();
  return async () => {
    stop.abort();
    if (client) await postgresConnection.disconnect(client);
  };
}

/** Reads that a replica may take over. */
interface ReplicaReads<Schema> {
  /** Runs reads on the replica, or on the primary where the replica is behind, away, or fails. */
  run<T>(reads: (source: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** The same for reads that run elsewhere, by the address of the server. */
  runAt<T>(reads: (url: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Reads of a schema on the replica at `readUrl`; without one they all go to the primary. */
function openReplicaReads<Schema>(
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

/** Knows whether a replica has everything that was committed before the call. */
interface CaughtUp {
  isCaughtUp(): Promise<boolean>;
  /** Sends reads to the primary for a moment. */
  rest(): void;
}

/** Converts a position of the write-ahead log to bytes. */
const bytes = (position: string) => sql.raw<number>(`pg_wal_lsn_diff(${position}, '0/0')`);

/**
 * Compares the log position of the primary at the call with what the replica has applied. So no read misses a change
 * that was confirmed to any client by any process; the price is one short query to the primary, shared by all
 * simultaneous calls. False whenever that is not certain within WAIT_MS. Never throws.
 */
function watchReplica(primary: Kysely<unknown>, replica: Kysely<unknown>): CaughtUp {
  /** Position that the replica was seen to have applied. */
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

/**
 * Shares one run among all callers before it begins; calls during a run share the next one, because the result of the
 * running one may be older than the call.
 */
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

/** First statements that may be sent again after a lost connection: they have changed nothing. */
const CHANGES_NOTHING = /^(?:begin|start transaction|select)\b/i;
/** PostgreSQL, appendix A: read_only_sql_transaction, as in a primary that became a standby. */
const READ_ONLY = '25006';
/** Connections over which a first statement is tried: a restarted server leaves dead ones in the pool. */
const TRIES = 3;

/**
 * A pool for Kysely whose queries are answered within `limit` ms or fail, so that a stalled connection blocks no
 * caller. A read, or the begin of a transaction, whose connection is lost is sent again over another one. A failed
 * rollback is no failure of its own: its connection is dropped, and with it the transaction.
 */
function boundedPool(
  pool: postgresConnection.Pool,
  limit: number,
  doubt: postgresConnection.LivenessCheck,
): PostgresPool {
  return {
    connect: async () => boundedClient(pool, await pool.connect(), limit, doubt),
    end: () => pool.end(),
    options: pool.options,
  };
}

function boundedClient(
  pool: postgresConnection.Pool,
  first: pg.PoolClient,
  limit: number,
  doubt: postgresConnection.LivenessCheck,
): PostgresPoolClient {
  let client: pg.PoolClient | null = first;
  let isBroken = false;
  let hasAnswered = false;

  async function askFirst(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    for (let left = TRIES - 1; ; left -= 1) {
      client ??= await pool.connect();
      try {
        return await postgresConnection.queryWithin(client, limit, sql, parameters, doubt);
      } catch (error) {
        if (left === 0 || troubleOf(error) !== 'away') throw error;
        client.release(true);
        client = null;
      }
    }
  }

  const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      if (!hasAnswered && CHANGES_NOTHING.test(sql)) return await askFirst(sql, parameters);
      if (!client) throw new Error('Connection terminated');
      return await postgresConnection.queryWithin(client, limit, sql, parameters, doubt);
    } catch (error) {
      if ((error as { code?: unknown }).code === READ_ONLY) {
        isBroken = true;
        pool.leave();
      }
      if (sql !== 'rollback') throw error;
      isBroken = true;
      return { command: 'ROLLBACK', rowCount: 0, rows: [] } satisfies PostgresQueryResult<never>;
    } finally {
      hasAnswered = true;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => client?.release(destroy || isBroken),
  };
}

/** A pool of connections to a server, for Kysely. */
function openKysely<Schema>(url: string, schema: string, times: DatabaseTimes) {
  const pool = postgresConnection.openPool(url, schema, times);
  const doubt = { after: times.doubt, isAlive: createPulse(url, schema) };
  const dialect = new PostgresDialect({ pool: boundedPool(pool, times.answer, doubt) });
  const log = reportStatements({ dialect: 'postgres', url, schema }, kindOfStatement);
  return { pool, kysely: new Kysely<Schema>({ dialect, log }) };
}

/** Longest wait of the query that only checks whether the server is alive, ms. */
const ALIVE_MS = 2_000;

/** Checks by a connection of its own whether a server answers at all; simultaneous calls share the result. */
function createPulse(url: string, schema: string): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    try {
      const client = await postgresConnection.connect(url, schema, undefined, false, ALIVE_MS);
      try {
        await postgresConnection.queryWithin(client, ALIVE_MS, 'SELECT 1');
        return true;
      } finally {
        await postgresConnection.disconnect(client);
      }
    } catch (error) {
      // A refusal is an answer, e.g. of a server with too many connections.
      return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));
    }
  }

  return () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
}
