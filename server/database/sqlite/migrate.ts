import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../migrate.ts';
import type { Migration } from '../types.ts';
import { rollBack } from './connection.ts';

/** How long a second server waits for the first one to finish migrating, ms. */
const LOCK_WAIT_MS = 120_000;

/** Brings a database file up to date under the file's write lock; of two starting servers one migrates, the other waits. */
export async function migrateSqlite(file: string, migrations: readonly Migration[]): Promise<void> {
  const db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    db.exec('PRAGMA foreign_keys = ON');
    db.exec('begin exclusive');
    try {
      await migrate(
        {
          dialect: 'sqlite',
          where: file,
          execute: async (sql) => db.exec(sql),
          versions: async () =>
            db
              .prepare('select version from schema_migrations')
              .all()
              .map((row) => Number(row.version)),
          record: async (version, name) => {
            db.prepare('insert into schema_migrations values (?, ?, ?)').run(
              version,
              name,
              new Date().toISOString(),
            );
          },
        },
        migrations,
      );
      db.exec('commit');
    } catch (error) {
      rollBack(db);
      throw error;
    }
  } finally {
    db.close();
  }
}
