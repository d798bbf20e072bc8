/** Applies migrations to SQLite files and PostgreSQL servers, safely while other servers start. */
import { DatabaseSync } from 'node:sqlite';
import * as migrateSchema from './migrate-schema.ts';
import { connect, disconnect, MIGRATION_TIMES } from './postgres-connection.ts';
import { queryWithin } from './postgres-query.ts';
import { rollBack } from './sqlite-connection.ts';
import type { Migration } from './types.ts';

/** How long a second server waits for the first one to finish migrating, ms. */
const LOCK_WAIT_MS = 120_000;

/** Migrates under the file's write lock. A file that is up to date is only read: the start waits for no import. */
export async function migrateSqlite(file: string, migrations: readonly Migration[]): Promise<void> {
  const db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    if (isUpToDate(db, file, migrations)) return;
    db.exec('PRAGMA foreign_keys = ON');
    db.exec('begin exclusive');
    try {
      db.exec(migrateSchema.MIGRATIONS_TABLE);
      const record = db.prepare('insert into schema_migrations values (?, ?, ?)');
      for (const migration of migrateSchema.missingMigrations(file, versionsOf(db), migrations)) {
        for (const statement of migration.sqlite) db.exec(statement);
        record.run(...migrateSchema.recordOf(migration));
      }
      db.exec('commit');
    } catch (error) {
      rollBack(db);
      throw error;
    }
  } finally {
    db.close();
  }
}

const versionsOf = (db: DatabaseSync): number[] =>
  db
    .prepare('select version from schema_migrations')
    .all()
    .map((row) => Number(row.version));

function isUpToDate(db: DatabaseSync, file: string, migrations: readonly Migration[]): boolean {
  const isNew = "select count(*) = 0 as isNew from sqlite_schema where name = 'schema_migrations'";
  if (db.prepare(isNew).get()?.isNew === 1) return false;
  return migrateSchema.missingMigrations(file, versionsOf(db), migrations).length === 0;
}

/** Brings a schema up to date; of several starting servers one migrates, the others wait. Decision 68. */
export async function migratePostgres(
  url: string,
  schema: string,
  migrations: readonly Migration[],
  patience?: migrateSchema.LockPatience,
): Promise<void> {
  const client = await connect(url, schema, MIGRATION_TIMES);
  try {
    const query: migrateSchema.PostgresQuery = (sql, parameters) =>
      queryWithin(client, MIGRATION_TIMES.answer, sql, parameters);
    await migrateSchema.migrateOver(query, schema, migrations, patience);
  } finally {
    await disconnect(client);
  }
}
