// The steps that bring a schema of PostgreSQL up to date, over whatever carries its statements.
import { setTimeout as pause } from 'node:timers/promises';
import { assertSchemaName } from './postgres-connection.ts';
import { DatabaseBusy, SchemaTooNew } from './trouble.ts';
import type { Migration } from './types.ts';

/** How a change of tables waits for locks, ms; requests behind it wait as long. */
export interface LockPatience {
  /** For each attempt at a lock. */
  readonly lock: number;
  /** Between attempts. */
  readonly pause: number;
  /** In all; then the start fails. */
  readonly total: number;
}
const PATIENCE: LockPatience = { lock: 2_000, pause: 1_000, total: 120_000 };

/** PostgreSQL, appendix A: lock_not_available. */
const NOT_AVAILABLE = '55P03';

/** Brings a schema up to date over one connection. Throws SchemaTooNew, and DatabaseBusy for a lock never had. */
export async function migrateOver(
  query: PostgresQuery,
  schema: string,
  migrations: readonly Migration[],
  patience = PATIENCE,
): Promise<void> {
  assertSchemaName(schema);
  const endTurn = await migrationTurn(query);
  try {
    await query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    for (const migration of await missingInSchema(query, schema, migrations))
      if (migration.isOutside) await stepByStep(query, schema, migration);
      else await asOne(query, migration, patience);
  } finally {
    await endTurn();
  }
}

const recordMigration = (query: PostgresQuery, migration: Migration) =>
  query('INSERT INTO schema_migrations VALUES ($1, $2, $3)', recordOf(migration));

/** Runs a step in one transaction. Gives up a lock soon, as requests queue behind a waiting one, and tries again. */
async function asOne(query: PostgresQuery, migration: Migration, patience: LockPatience): Promise<void> {
  const until = performance.now() + patience.total;
  for (;;) {
    await query('BEGIN');
    try {
      await query(`SET LOCAL lock_timeout = ${patience.lock}`);
      for (const statement of migration.postgres) await query(statement);
      await recordMigration(query, migration);
      await query('COMMIT');
      return;
    } catch (error) {
      await query('ROLLBACK').catch(() => {});
      if ((error as { code?: unknown }).code !== NOT_AVAILABLE) throw error;
      if (performance.now() > until)
        throw new DatabaseBusy(`migration ${migration.name} gets no lock of its tables`, { cause: error });
    }
    await pause(patience.pause);
  }
}

/** Runs each statement by itself, after dropping invalid indexes that an interrupted start left. */
async function stepByStep(query: PostgresQuery, schema: string, migration: Migration): Promise<void> {
  const { rows } = await query(
    `SELECT index.relname AS name FROM pg_index
      JOIN pg_class AS index ON index.oid = indexrelid
      WHERE NOT indisvalid AND index.relnamespace = $1::regnamespace`,
    [schema],
  );
  for (const { name } of rows as { name: string }[]) await query(`DROP INDEX CONCURRENTLY ${schema}."${name}"`);
  for (const statement of migration.postgres) await query(statement);
  await recordMigration(query, migration);
}

/** In the open transaction on the schema, for a copy that serves no requests yet: indexes without CONCURRENTLY. */
export async function migrateWithin(
  query: PostgresQuery,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  await migrationTurnWithin(query);
  for (const migration of await missingInSchema(query, schema, migrations)) {
    for (const statement of migration.postgres)
      await query(migration.isOutside ? statement.replace(/\bCONCURRENTLY\b/iu, '') : statement);
    await recordMigration(query, migration);
  }
}

async function missingInSchema(query: PostgresQuery, schema: string, migrations: readonly Migration[]) {
  await query(MIGRATIONS_TABLE);
  const { rows } = await query('SELECT version FROM schema_migrations');
  const versions = rows.map((row) => Number((row as { version: number }).version));
  return missingMigrations(`schema ${schema}`, versions, migrations);
}

export type PostgresQuery = (sql: string, parameters?: unknown[]) => Promise<{ rows: unknown[] }>;

const LOOK_MS = 200;
const KEY = "hashtext('parts-shop migrations')";

/**
 * Locks other migrating servers out until the returned function is called or the connection ends. Polls: CREATE INDEX
 * CONCURRENTLY waits for every running statement, and so for those that wait for it.
 */
async function migrationTurn(query: PostgresQuery): Promise<() => Promise<void>> {
  for (;;) {
    const { rows } = await query(`SELECT pg_try_advisory_lock(${KEY}) AS mine`);
    if ((rows[0] as { mine: boolean }).mine) break;
    await pause(LOOK_MS);
  }
  return async () => void (await query(`SELECT pg_advisory_unlock(${KEY})`).catch(() => {}));
}

const migrationTurnWithin = async (query: PostgresQuery): Promise<void> =>
  void (await query(`SELECT pg_advisory_xact_lock(${KEY})`));

export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL
)`;

/** The row of a migration that was just applied. */
export const recordOf = ({ version, name }: Migration): [number, string, string] => [
  version,
  name,
  new Date().toISOString(),
];

/** The migrations that a database lacks, in order; `where` names it. Throws SchemaTooNew for an unknown version. */
export function missingMigrations(
  where: string,
  versions: readonly number[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const applied = new Set(versions);
  const newest = Math.max(0, ...applied);
  if (newest > migrations.length) throw new SchemaTooNew(where, newest, migrations.length);
  for (const [index, { version, name }] of migrations.entries())
    if (version !== index + 1) throw new Error(`migration ${name} is out of order`);
  return migrations.filter(({ version }) => !applied.has(version));
}
