// Opens the database of a service, an SQLite file or a PostgreSQL schema, and brings its tables to the newest version.
import { openPostgresDatabase } from './postgres-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import type { Database, DatabaseLocation, DatabaseUse, Migration } from './types.ts';

/** Migrated to the newest version that this program knows. Throws SchemaTooNew. */
export function openDatabase<Schema>(
  location: DatabaseLocation,
  migrations: readonly Migration[],
  use: DatabaseUse = {},
): Promise<Database<Schema>> {
  return location.dialect === 'sqlite'
    ? openSqliteDatabase<Schema>(location.file, migrations, use)
    : openPostgresDatabase<Schema>(location, migrations, use);
}
