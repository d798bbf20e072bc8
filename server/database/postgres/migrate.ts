import { migrate } from '../migrate.ts';
import type { Migration } from '../types.ts';
import { ask, disconnect } from './ask.ts';
import { assertSchemaName, connect } from './client.ts';
import { MIGRATION_TIMES } from './times.ts';

/** Anything that runs one statement with parameters: a client of the server, or PGlite in tests. */
export type PostgresQuery = (sql: string, parameters?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Brings a schema up to date in one transaction under an advisory lock; of two starting servers one migrates, the other waits. */
export async function migratePostgres(
  url: string,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  const client = await connect(url, schema, MIGRATION_TIMES);
  try {
    const query: PostgresQuery = (sql, parameters) => ask(client, MIGRATION_TIMES.answer, sql, parameters);
    await migrateOver(query, schema, migrations);
  } finally {
    await disconnect(client);
  }
}

/** The same over a connection that is already open. */
export async function migrateOver(
  query: PostgresQuery,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  assertSchemaName(schema);
  await query('BEGIN');
  try {
    await query("SELECT pg_advisory_xact_lock(hashtext('parts-shop migrations'))");
    await query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await migrate(
      {
        dialect: 'postgres',
        where: `schema ${schema}`,
        execute: async (sql) => void (await query(sql)),
        versions: async () =>
          (await query('SELECT version FROM schema_migrations')).rows.map((row) =>
            Number((row as { version: number }).version),
          ),
        record: async (version, name) =>
          void (await query('INSERT INTO schema_migrations VALUES ($1, $2, $3)', [
            version,
            name,
            new Date().toISOString(),
          ])),
      },
      migrations,
    );
    await query('COMMIT');
  } catch (error) {
    await query('ROLLBACK').catch(() => {});
    throw error;
  }
}
