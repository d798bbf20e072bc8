import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import type { Job } from '../../server/platform/database/jobs.ts';
import { migrateOver } from '../../server/platform/database/migrate-schema.ts';
import { orderedConnection, runChanges, TRIAL_CHANGE } from '../../server/platform/database/postgres-transactions.ts';
import { kindOfStatement, reportStatements } from '../../server/platform/database/statement-signals.ts';
import { Turns } from '../../server/platform/database/turns.ts';
import type { Database, JobOptions, Migration } from '../../server/platform/database/types.ts';

/** Parsers of int8 and numeric as in server/platform/database/postgres-connection.ts. */
const parsers = { 20: Number, 1700: Number };
let shared: Promise<PGlite> | null = null;
let schemas = 0;

/**
 * A schema of its own in one PostgreSQL that runs inside the test process. It has one connection, so everything takes
 * turns, jobs run on the main thread, and only the schema opened last is usable.
 */
export async function openPglite<Schema>(migrations: readonly Migration[]): Promise<Database<Schema>> {
  shared ??= PGlite.create({ parsers });
  const pglite = await shared;
  const schema = `test_${++schemas}`;
  await pglite.exec(`CREATE SCHEMA ${schema}; SET search_path = ${schema}, public; SET TimeZone = 'UTC'`);
  await migrateOver((sql, parameters) => pglite.query(sql, parameters), schema, migrations);
  const location = { dialect: 'postgres', url: 'pglite', schema } as const;
  const kysely = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite }),
    log: reportStatements(location, kindOfStatement),
  });
  const turns = new Turns(60_000);
  const ask = async (sql: string, parameters: readonly unknown[]) => (await pglite.query(sql, [...parameters])).rows;
  const job = (begin: string) =>
    function run<Args, Result, Message>(module: URL, args: Args, options: JobOptions<Message> = {}) {
      return turns.take(async () => {
        const loaded = (await import(/* @vite-ignore */ module.href)) as { default: Job<Args, Result, Message> };
        const signal = options.signal ?? new AbortController().signal;
        await pglite.query(begin);
        const { connection, settled } = orderedConnection(ask);
        try {
          // Cloned like everything that crosses a thread, so that what cannot be cloned fails here too.
          const result = await loaded.default(
            connection,
            structuredClone(args),
            (message) => options.onMessage?.(structuredClone(message)),
            signal,
          );
          signal.throwIfAborted();
          await settled();
          await pglite.query('COMMIT');
          return structuredClone(result);
        } catch (error) {
          await settled().catch(() => {});
          await pglite.query('ROLLBACK');
          throw error;
        }
      }, true);
    };
  return {
    dialect: 'postgres',
    location,
    read: kysely,
    fromReplica: (reads) => reads(kysely),
    write: (work) => turns.take(() => kysely.transaction().execute(work), true),
    writeIf: (...queries) =>
      turns.take(() => kysely.transaction().execute((transaction) => runChanges(transaction, queries)), true),
    runJob: job('BEGIN'),
    readJob: job('BEGIN'),
    frequentReads: () => ({ run: job('BEGIN'), close: async () => {} }),
    load: () => turns.load,
    probe: () =>
      turns.take(async () => {
        try {
          await pglite.exec(TRIAL_CHANGE);
        } finally {
          // The one connection cannot be thrown away after a failure.
          await pglite.exec('ROLLBACK');
        }
      }, true),
    close: async () => {
      await pglite.exec(`DROP SCHEMA ${schema} CASCADE`);
    },
  };
}
