/** What a database job receives, and the statements it runs on either dialect: single queries and bulk changes. */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Compilable } from 'kysely';
import { plainRows } from './sqlite-connection.ts';

/** The connection of a job's thread, inside an open transaction. */
export type JobConnection =
  | { readonly dialect: 'sqlite'; readonly db: DatabaseSync }
  | {
      readonly dialect: 'postgres';
      query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
      /** Sends without waiting: later statements see it done, and fail if it failed. */
      send(sql: string, parameters?: readonly unknown[]): void;
    };
export type PostgresConnection = Extract<JobConnection, { dialect: 'postgres' }>;
export type SqliteConnection = Extract<JobConnection, { dialect: 'sqlite' }>;

/** Default export of a job module. What it emits reaches the caller's `onMessage`; a throw rolls everything back. */
export type Job<Args, Result, Message = unknown> = (
  connection: JobConnection,
  args: Args,
  emit: (message: Message) => void,
  signal: AbortSignal,
) => Promise<Result>;

/** Between two parts of a job: lets in what was sent to its thread, and throws where that is to stop the job. */
export async function throwIfStopped(signal: AbortSignal): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}

export type Value = string | number | null;
type ColumnType = 'text' | 'bigint' | 'integer' | 'double precision';

export interface BulkColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * Statements over many rows, the same on both dialects: `$1` parameters, lists as rows of `j.value`. PostgreSQL's
 * changes are sent without waiting: the next query sees them, or fails with them.
 */
export interface Bulk {
  query<Row>(sql: string, parameters?: readonly Value[]): Promise<Row[]>;
  /** As `query`, with a list as the first parameter; the text refers to it as `FROM ${LIST}`, one `j.value` a row. */
  queryList<Row>(
    sql: string,
    list: readonly (string | number)[],
    type: 'text' | 'bigint',
    parameters?: readonly Value[],
  ): Promise<Row[]>;
  /** A join that looks up rows by the index of the condition: PostgreSQL would read all of a brand instead. */
  eachOf(table: string, alias: string, condition: string): string;
  /** One row of values for each row to insert; `tail` is an ON CONFLICT clause. */
  insert(
    table: string,
    columns: readonly BulkColumn[],
    rows: readonly (readonly Value[])[],
    tail?: string,
  ): Promise<void>;
  /** Sets the columns of the rows with these ids; each row is its values and then the id. */
  update(table: string, columns: readonly BulkColumn[], rows: readonly (readonly Value[])[]): Promise<void>;
}

/** Stands for the list parameter in the text of `queryList`. */
export const LIST = '/*list*/';

export const bulkOf = (connection: JobConnection): Bulk =>
  connection.dialect === 'sqlite' ? sqliteBulk(connection.db) : postgresBulk(connection);

/** Rows of one insertion into an embedded file: the call of a statement costs as much as a row. */
const TOGETHER = 20;

function sqliteBulk(db: DatabaseSync): Bulk {
  const statements = new Map<string, StatementSync>();
  const queries = new Map<string, ReturnType<typeof plainRows>>();
  const prepare = (sql: string): StatementSync => statements.getOrInsertComputed(sql, () => db.prepare(sql));
  const prepareQuery = (sql: string) => plainRows(db.prepare(sql.replace(/\$(\d+)/gu, '?$1')));
  const read = <Row>(sql: string, parameters: readonly Value[]): Row[] =>
    queries.getOrInsertComputed(sql, prepareQuery)(...parameters) as Row[];
  const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');
  return {
    async query<Row>(sql: string, parameters: readonly Value[] = []) {
      return read<Row>(sql, parameters);
    },
    async queryList<Row>(sql: string, list: readonly unknown[], _type: string, parameters: readonly Value[] = []) {
      return read<Row>(sql.replace(LIST, 'json_each($1) j'), [JSON.stringify(list), ...parameters]);
    },
    eachOf: (table, alias, condition) => `CROSS JOIN ${table} ${alias} ON ${condition}`,
    async insert(table, columns, rows, tail = '') {
      const names = columns.map(({ name }) => name).join(', ');
      const line = `(${marks(columns.length)})`;
      const insertion = (count: number) =>
        prepare(`INSERT INTO ${table} (${names}) VALUES ${Array(count).fill(line).join(', ')} ${tail}`);
      const whole = rows.length - (rows.length % TOGETHER);
      const many = whole > 0 ? insertion(TOGETHER) : null;
      for (let at = 0; at < whole; at += TOGETHER) many?.run(...rows.slice(at, at + TOGETHER).flat());
      const one = whole < rows.length ? insertion(1) : null;
      for (const row of rows.slice(whole)) one?.run(...row);
    },
    async update(table, columns, rows) {
      const sets = columns.map(({ name }) => `${name} = ?`).join(', ');
      const statement = prepare(`UPDATE ${table} SET ${sets} WHERE id = ?`);
      for (const row of rows) statement.run(...row);
    },
  };
}

function postgresBulk({ query, send }: PostgresConnection): Bulk {
  const arrays = (columns: readonly BulkColumn[]) => columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const byColumn = (width: number, rows: readonly (readonly Value[])[]) =>
    Array.from({ length: width }, (_, at) => rows.map((row) => row[at] as Value));
  return {
    query: (sql, parameters = []) => query(sql, parameters),
    queryList: (sql, list, type, parameters = []) =>
      query(sql.replace(LIST, `unnest($1::${type}[]) j(value)`), [list, ...parameters]),
    // OFFSET 0 keeps the planner from taking the look-up apart and turning the loops round.
    eachOf: (table, alias, condition) =>
      `CROSS JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${condition} OFFSET 0) ${alias}`,
    async insert(table, columns, rows, tail = '') {
      if (rows.length === 0) return;
      const names = columns.map(({ name }) => name).join(', ');
      send(
        `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays(columns)}) ${tail}`,
        byColumn(columns.length, rows),
      );
    },
    async update(table, columns, rows) {
      if (rows.length === 0) return;
      const all = [...columns, { name: 'id', type: 'bigint' as const }];
      const sets = columns.map(({ name }) => `${name} = v.${name}`).join(', ');
      const names = all.map(({ name }) => name).join(', ');
      send(
        `UPDATE ${table} t SET ${sets} FROM unnest(${arrays(all)}) AS v(${names}) WHERE t.id = v.id`,
        byColumn(all.length, rows),
      );
    },
  };
}

export interface QueryText {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export const selectInJob = async <Row>(connection: JobConnection, { sql, parameters }: QueryText): Promise<Row[]> =>
  connection.dialect === 'sqlite'
    ? plainRows<Row>(connection.db.prepare(sql))(...(parameters as SQLInputValue[]))
    : connection.query<Row & Record<string, unknown>>(sql, parameters);

export const queryTextOf = (query: Compilable): QueryText => {
  const { sql, parameters } = query.compile();
  return { sql, parameters };
};

/** The job that runs one query for its rows: a query over every row must not block the main thread. */
export const QUERY_JOB = new URL('./query-job.ts', import.meta.url);

const SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  join_collapse_limit: '1',
  jit: 'off',
};

/** Joins in the written order, each through an index: the planner does not know rows just added and would read all. */
export const BY_INDEXES = `SELECT ${Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;
