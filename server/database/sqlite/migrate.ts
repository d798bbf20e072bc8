import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS_TABLE, missingMigrations } from '../migrate.ts';
import type { Migration } from '../types.ts';
import { rollBack } from './connection.ts';

/** How long a second server waits for the first one to finish migrating, ms. */
const LOCK_WAIT_MS = 120_000;

/**
 * Brings a database file up to date under the file's write lock; of two starting servers one migrates, the other waits. A
 * file that is up to date is only read, so that a start waits for no import of another server.
 */
export async function migrateSqlite(file: string, migrations: readonly Migration[]): Promise<void> {
  const db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    if (isUpToDate(db, file, migrations)) return;
    db.exec('PRAGMA foreign_keys = ON');
    db.exec('begin exclusive');
    try {
      db.exec(MIGRATIONS_TABLE);
      const record = db.prepare('insert into schema_migrations values (?, ?, ?)');
      for (const migration of missingMigrations(file, versionsOf(db), migrations)) {
        for (const statement of migration.sqlite) db.exec(statement);
        record.run(migration.version, migration.name, new Date().toISOString());
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
  return missingMigrations(file, versionsOf(db), migrations).length === 0;
}
