import { Kysely, PostgresDialect } from 'kysely';
import { frequentReads } from '../frequent-reads.ts';
import type { JobThreadData } from '../job-thread.ts';
import { Thread } from '../thread.ts';
import type { Database, DatabaseUse, JobOptions, Migration } from '../types.ts';
import { boundedPool } from './bounded-pool.ts';
import { runChanges } from './changes.ts';
import { openClaims } from './claims.ts';
import { openPool } from './client.ts';
import { listen } from './listen.ts';
import { migratePostgres } from './migrate.ts';
import { probe } from './probe.ts';
import { REQUEST_TIMES } from './times.ts';

const JOB = new URL('../job-thread.ts', import.meta.url);

/** Opens a service's schema in a PostgreSQL database (15 or newer): migrated, pooled; each job has a thread and a connection of its own. */
export async function openPostgresDatabase<Schema>(
  url: string,
  schema: string,
  migrations: readonly Migration[],
  { times: own }: DatabaseUse,
): Promise<Database<Schema>> {
  await migratePostgres(url, schema, migrations);
  const location = { dialect: 'postgres', url, schema } as const;
  const times = { ...REQUEST_TIMES, ...own };
  const pool = openPool(url, schema, times);
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: boundedPool(pool, times.answer) }),
  });
  const claims = openClaims(url, schema);
  const job = (mode: JobThreadData['mode']) =>
    async function run<Args, Result, Message>(module: URL, args: Args, options?: JobOptions<Message>) {
      const thread = new Thread(JOB, { location, mode } satisfies JobThreadData);
      try {
        return (await thread.job(module, args, options as JobOptions)) as Result;
      } finally {
        await thread.close();
      }
    };
  return {
    dialect: 'postgres',
    location,
    read: kysely,
    write: (work) => kysely.transaction().execute(work),
    writeIf: (...queries) => kysely.transaction().execute((transaction) => runChanges(transaction, queries)),
    runJob: job('write'),
    readJob: job('read'),
    frequentReads: () => frequentReads(location),
    claims,
    listen: (channel, heard) => listen(url, schema, channel, heard),
    probe: () => probe(pool),
    close: async () => {
      await claims.close();
      await kysely.destroy();
    },
  };
}
