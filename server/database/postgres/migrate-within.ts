import { MIGRATIONS_TABLE, missingMigrations } from '../migrate.ts';
import type { Migration } from '../types.ts';
import { recordMigration } from './migrate.ts';
import { migrationTurnWithin, type PostgresQuery } from './migration-turn.ts';

/**
 * Brings a schema up to date inside of the transaction that is open, whose search path begins with the schema: for a copy
 * that nobody is served from yet. Indexes that are otherwise made beside requests are made at once, for CREATE INDEX
 * CONCURRENTLY cannot be part of a transaction.
 */
export async function migrateWithin(
  query: PostgresQuery,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  await migrationTurnWithin(query);
  await query(MIGRATIONS_TABLE);
  const { rows } = await query('SELECT version FROM schema_migrations');
  const versions = rows.map((row) => Number((row as { version: number }).version));
  for (const migration of missingMigrations(`schema ${schema}`, versions, migrations)) {
    for (const statement of migration.postgres)
      await query(migration.isOutside ? statement.replace(/\bCONCURRENTLY\b/iu, '') : statement);
    await recordMigration(query, migration);
  }
}
