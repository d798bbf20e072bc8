import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy } from '../busy.ts';
import { MIGRATIONS_TABLE, missingMigrations } from '../migrate.ts';
import type { Migration } from '../types.ts';
import { ask, disconnect } from './ask.ts';
import { assertSchemaName, connect } from './client.ts';
import { migrationTurn, type PostgresQuery } from './migration-turn.ts';
import { MIGRATION_TIMES } from './times.ts';

/** How a change of tables waits for others: whoever comes after it waits as long. ms. */
export interface LockPatience {
  /** For each lock at a time. */
  readonly lock: number;
  /** Before it tries again. */
  readonly pause: number;
  /** In all; then the start fails. */
  readonly total: number;
}
const PATIENCE: LockPatience = { lock: 2_000, pause: 1_000, total: 120_000 };

/** PostgreSQL, appendix A: lock_not_available. */
const NOT_AVAILABLE = '55P03';

/** Brings a schema up to date; of several starting servers one migrates, the others wait. Decision 68. */
export async function migratePostgres(
  url: string,
  schema: string,
  migrations: readonly Migration[],
  patience?: LockPatience,
): Promise<void> {
  const client = await connect(url, schema, MIGRATION_TIMES);
  try {
    const query: PostgresQuery = (sql, parameters) => ask(client, MIGRATION_TIMES.answer, sql, parameters);
    await migrateOver(query, schema, migrations, patience);
  } finally {
    await disconnect(client);
  }
}

/** The same over a connection that is already open. */
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
    await query(MIGRATIONS_TABLE);
    const { rows } = await query('SELECT version FROM schema_migrations');
    const versions = rows.map((row) => Number((row as { version: number }).version));
    for (const migration of missingMigrations(`schema ${schema}`, versions, migrations))
      if (migration.isOutside) await stepByStep(query, schema, migration);
      else await asOne(query, migration, patience);
  } finally {
    await endTurn();
  }
}

/** Notes that a step was taken. */
export const recordMigration = (query: PostgresQuery, { version, name }: Migration) =>
  query('INSERT INTO schema_migrations VALUES ($1, $2, $3)', [version, name, new Date().toISOString()]);

/**
 * A step in one transaction. A lock that is not to be had soon is let go of: requests of the version that serves stand
 * behind whoever waits for one.
 */
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

/** A step whose statements each stand alone, after whatever an earlier start that was stopped has left. */
async function stepByStep(query: PostgresQuery, schema: string, migration: Migration): Promise<void> {
  const { rows } = await query(
    `SELECT index.relname AS name FROM pg_index
      JOIN pg_class AS index ON index.oid = indexrelid
      WHERE NOT indisvalid AND index.relnamespace = $1::regnamespace`,
    [schema],
  );
  for (const { name } of rows as { name: string }[])
    await query(`DROP INDEX CONCURRENTLY ${schema}."${name}"`);
  for (const statement of migration.postgres) await query(statement);
  await recordMigration(query, migration);
}
