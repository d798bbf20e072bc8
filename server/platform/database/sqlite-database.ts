/** A service's database in an SQLite file: reads on the main thread, one writer thread, jobs. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as kysely from 'kysely';
import { frequentReads, JOB_THREAD, type JobThreadData, Thread } from './job-threads.ts';
import { migrateSqlite } from './migrate.ts';
import { openSqlite, type QueryOutcome, QueryRunner } from './sqlite-connection.ts';
import { kindOfStatement, nameOfJob, reportBusy, reportStatements, reportWork } from './statement-signals.ts';
import { Turns } from './turns.ts';
import type { Database, DatabaseUse, JobOptions, Migration } from './types.ts';

/** How long a small write waits behind others, as an import, before it is refused, ms. */
const WRITE_WAIT_MS = 10_000;
const PROBE_WAIT_MS = 1_000;
const WRITER = new URL('./sqlite-writer-thread.ts', import.meta.url);

/** Opens a service's database file: migrated, one writer thread, reads on the main thread. */
export async function openSqliteDatabase<Schema>(
  file: string,
  migrations: readonly Migration[],
  { smallReads = false }: DatabaseUse,
): Promise<Database<Schema>> {
  await mkdir(dirname(file), { recursive: true });
  // Temporary tables are as large as a price list: the system's own folder may be memory.
  process.env.SQLITE_TMPDIR ??= dirname(file);
  await migrateSqlite(file, migrations);
  const location = { dialect: 'sqlite', file } as const;
  const writer = new Thread(WRITER, { file });
  const turns = new Turns(WRITE_WAIT_MS);
  // The writer's first statement sets WAL, which a read-only connection cannot do.
  await writer.query('select 1', []);
  const readConnection = openSqlite(file, true);
  // After every commit a reader maps the whole file again; a few pages are copied for less.
  if (smallReads) readConnection.exec('PRAGMA mmap_size = 0');
  const runner = new QueryRunner(readConnection);
  const read = new kysely.Kysely<Schema>({
    dialect: sqliteDialect((sql, parameters) => runner.run(sql, parameters)),
    log: reportStatements(location, 'read'),
  });
  const write = new kysely.Kysely<Schema>({
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
    runJob: <Args, Result, Message>(module: URL, args: Args, options?: JobOptions<Message>) => {
      const work = () => writer.job(module, args, options as JobOptions) as Promise<Result>;
      return turns.take(() => reportWork(location, 'job', nameOfJob(module), work), true);
    },
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
        // A job that was before it in the queue is running now.
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

type RunQuery = (sql: string, parameters: readonly unknown[]) => QueryOutcome | Promise<QueryOutcome>;

/** Kysely over node:sqlite. The owner of `run` must make sure that transactions do not overlap. */
export function sqliteDialect(run: RunQuery): kysely.Dialect {
  const connection = new SqliteConnection(run);
  const statement = (sql: string) => async () => {
    await run(sql, []);
  };
  const driver: kysely.Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: statement('begin immediate'),
    commitTransaction: statement('commit'),
    // SQLite has often rolled back by itself; the error that caused it is the one to report.
    rollbackTransaction: () => statement('rollback')().catch(() => {}),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new kysely.SqliteAdapter(),
    createQueryCompiler: () => new kysely.SqliteQueryCompiler(),
    createIntrospector: (db) => new kysely.SqliteIntrospector(db),
  };
}

class SqliteConnection implements kysely.DatabaseConnection {
  readonly #run: RunQuery;

  constructor(run: RunQuery) {
    this.#run = run;
  }

  async executeQuery<R>(query: kysely.CompiledQuery): Promise<kysely.QueryResult<R>> {
    const { rows, changes, insertId } = await this.#run(query.sql, query.parameters);
    return {
      rows: rows as R[],
      numAffectedRows: BigInt(changes),
      ...(insertId === null ? {} : { insertId: BigInt(insertId) }),
    };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; long reads go through readJob instead.
  async *streamQuery<R>(): AsyncIterableIterator<kysely.QueryResult<R>> {
    throw new Error('streaming is done in read jobs');
  }
}
