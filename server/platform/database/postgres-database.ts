// A service's database in PostgreSQL: transactions with retries, reads from a replica, notifications.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { frequentReads, openJobThreads } from './job-threads.ts';
import { migratePostgres } from './migrate.ts';
import * as postgresConnection from './postgres-connection.ts';
import { openKysely } from './postgres-pool.ts';
import { queryWithin } from './postgres-query.ts';
import { openReplicaReads } from './postgres-replica.ts';
import { runChanges, TRIAL_CHANGE } from './postgres-transactions.ts';
import type { Database, DatabaseLocation, DatabaseUse, Migration, StopListening } from './types.ts';

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
  const comparing = openJobThreads({ location, mode: 'temporary' });
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
        : (options?.hasTemporary ? comparing : reading).run(module, args, options),
    frequentReads: () => frequentReads(location),
    listen: (channel, heard) => listen(url, schema, channel, heard),
    load: pool.load,
    probe: () => probePool(pool),
    close: async () => {
      await Promise.all([writing, reading, comparing, replica, ...(far ? [far] : [])].map((one) => one.close()));
      await kysely.destroy();
    },
  };
}

const PAUSES_MS = [10, 50, 200] as const;
/** PostgreSQL, appendix A: serialization_failure and deadlock_detected. */
const CONFLICTS = new Set<unknown>(['40001', '40P01']);

/** Runs a whole transaction, and again after a conflict; `attempt` must start from nothing. Throws the last failure. */
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

const PROBE_MS = 1_000;

/** Changes something and rolls back. Rejects when that fails or takes too long. */
async function probePool(pool: postgresConnection.Pool): Promise<void> {
  const client = await pool.connect();
  let isWell = false;
  try {
    await queryWithin(client, PROBE_MS, TRIAL_CHANGE);
    isWell = true;
  } finally {
    // After a failure the transaction may still be open.
    client.release(!isWell);
  }
}

const AGAIN_MS = 1_000;

/** Calls `heard` for every notification, and after each reconnection, when some may have been missed. Never throws. */
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
