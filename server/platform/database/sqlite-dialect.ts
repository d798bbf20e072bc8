import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { QueryOutcome } from './sqlite-connection.ts';

/** Anything that can run one statement: a connection of this thread, or the writer thread. */
type RunQuery = (sql: string, parameters: readonly unknown[]) => QueryOutcome | Promise<QueryOutcome>;

/** Kysely over node:sqlite. Whoever owns `run` sees to it that transactions do not overlap. */
export function sqliteDialect(run: RunQuery): Dialect {
  const connection = new SqliteConnection(run);
  const statement = (sql: string) => async () => {
    await run(sql, []);
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: statement('begin immediate'),
    commitTransaction: statement('commit'),
    // SQLite has often rolled back by itself; what made it do so is the failure to tell.
    rollbackTransaction: () => statement('rollback')().catch(() => {}),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class SqliteConnection implements DatabaseConnection {
  readonly #run: RunQuery;

  constructor(run: RunQuery) {
    this.#run = run;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, insertId } = await this.#run(query.sql, query.parameters);
    return {
      rows: rows as R[],
      numAffectedRows: BigInt(changes),
      ...(insertId === null ? {} : { insertId: BigInt(insertId) }),
    };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; long reads go through readJob instead.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is done in read jobs');
  }
}
