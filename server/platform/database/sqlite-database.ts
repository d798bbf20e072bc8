import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import type { JobThreadData } from './job-thread.ts';
import { frequentReads, JOB_THREAD } from './job-threads.ts';
import { migrateSqlite } from './migrate.ts';
import { openSqlite, type QueryOutcome, QueryRunner } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { kindOfStatement, nameOfJob, reportBusy, reportStatements, reportWork } from './statement-signals.ts';
import { Thread } from './thread.ts';
import { Turns } from './turns.ts';
import type { Database, DatabaseUse, JobOptions, Migration } from './types.ts';

/** How long a small write waits behind others (an import holds the writer for many seconds) before it is refused, ms. */
const WRITE_WAIT_MS = 10_000;
/** How long a probe waits behind short writes, ms. */
const PROBE_WAIT_MS = 1_000;
const WRITER = new URL('./sqlite-writer-thread.ts', import.meta.url);

/** Opens a service's database file: migrated, one writer thread, reads on the main thread. */
export async function openSqliteDatabase<Schema>(
  file: string,
  migrations: readonly Migration[],
  { smallReads = false }: DatabaseUse,
): Promise<Database<Schema>> {
  await mkdir(dirname(file), { recursive: true });
  await migrateSqlite(file, migrations);
  const location = { dialect: 'sqlite', file } as const;
  const writer = new Thread(WRITER, { file });
  const turns = new Turns(WRITE_WAIT_MS);
  // The writer's first statement sets WAL, which a read-only connection cannot do.
  await writer.query('select 1', []);
  const readConnection = openSqlite(file, true);
  // After every commit a reader maps the whole file anew; a few pages are copied for less.
  if (smallReads) readConnection.exec('PRAGMA mmap_size = 0');
  const runner = new QueryRunner(readConnection);
  const read = new Kysely<Schema>({
    dialect: sqliteDialect((sql, parameters) => runner.run(sql, parameters)),
    log: reportStatements(location, 'read'),
  });
  const write = new Kysely<Schema>({
    dialect: sqliteDialect((sql, parameters) => writer.query(sql, parameters) as Promise<QueryOutcome>),
    log: reportStatements(location, kindOfStatement),
  });
  return {
    dialect: 'sqlite',
    location,
    read,
    fromReplica: (reads) => reads(read),
    write: (work, { isPatient = false } = {}) =>
      turns
        .take(() => write.transaction().execute(work), isPatient)
        .catch((error: unknown) => reportBusy(location, error)),
    writeIf: (...queries) => {
      const statements = queries.map(({ sql, parameters }) => ({ sql, parameters }));
      const text = statements[0]?.sql ?? '';
      const change = () => turns.share(() => writer.changes(statements)) as Promise<boolean>;
      return reportWork(location, 'write', text, change);
    },
    runJob: <Args, Result, Message>(module: URL, args: Args, options?: JobOptions<Message>) =>
      turns.take(
        () =>
          reportWork(location, 'job', nameOfJob(module), () =>
            writer.job(module, args, options as JobOptions),
          ) as Promise<Result>,
        true,
      ),
    readJob: async <Args, Result, Message>(module: URL, args: Args, options?: JobOptions<Message>) => {
      const thread = new Thread(JOB_THREAD, { location, mode: 'read' } satisfies JobThreadData);
      try {
        const work = () => thread.job(module, args, options as JobOptions) as Promise<Result>;
        return await reportWork(location, 'job', nameOfJob(module), work);
      } finally {
        await thread.close();
      }
    },
    frequentReads: () => frequentReads(location),
    load: () => turns.load,
    probe: async () => {
      runner.run('select count(*) from schema_migrations', []);
      if (turns.isPatient) return;
      try {
        await turns.share(() => writer.probe(), PROBE_WAIT_MS);
      } catch (error) {
        // A job that stood before it in the queue has its turn meanwhile.
        if (!turns.isPatient) throw error;
      }
    },
    close: async () => {
      // The last connection to close folds the write-ahead log back into the file: that must be the writer.
      readConnection.close();
      await turns.take(() => writer.close(), true);
    },
  };
}
