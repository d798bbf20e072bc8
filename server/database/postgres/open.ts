import { frequentReads } from '../frequent-reads.ts';
import type { Database, DatabaseLocation, DatabaseUse, Migration } from '../types.ts';
import { again } from './again.ts';
import { runChanges } from './changes.ts';
import { openJobThreads } from './job-threads.ts';
import { listen } from './listen.ts';
import { migratePostgres } from './migrate.ts';
import { probe } from './probe.ts';
import { openKysely, openReplicaReads } from './replica-reads.ts';
import { REQUEST_TIMES } from './times.ts';

type PostgresLocation = Extract<DatabaseLocation, { dialect: 'postgres' }>;

/**
 * Opens a service's schema in a PostgreSQL database (15 or newer): migrated, pooled; each job has a thread and a connection
 * to itself.
 */
export async function openPostgresDatabase<Schema>(
  location: PostgresLocation,
  migrations: readonly Migration[],
  { times: own }: DatabaseUse,
): Promise<Database<Schema>> {
  const { url, schema, readUrl } = location;
  await migratePostgres(url, schema, migrations);
  const times = { ...REQUEST_TIMES, ...own };
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
    write: (work) => again(() => kysely.transaction().execute(work)),
    writeIf: (...queries) =>
      again(() => kysely.transaction().execute((transaction) => runChanges(transaction, queries))),
    runJob: writing.run,
    readJob: (module, args, options) =>
      far && options?.mayBeReplica
        ? replica.runAt((server) => (server === url ? reading : far).run(module, args, options))
        : reading.run(module, args, options),
    frequentReads: () => frequentReads(location),
    listen: (channel, heard) => listen(url, schema, channel, heard),
    load: pool.load,
    probe: () => probe(pool),
    close: async () => {
      await Promise.all([writing, reading, replica, ...(far ? [far] : [])].map((one) => one.close()));
      await kysely.destroy();
    },
  };
}
