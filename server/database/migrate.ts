import { SchemaTooNew } from './busy.ts';
import type { DialectName, Migration } from './types.ts';

/** The little that the runner needs of a connection that already holds the lock, inside a transaction. */
export interface MigrationConnection {
  readonly dialect: DialectName;
  /** For messages: the file or schema. */
  readonly where: string;
  execute(sql: string): Promise<void>;
  versions(): Promise<number[]>;
  record(version: number, name: string): Promise<void>;
}

const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL
)`;

/** Applies what is missing, in order. Throws SchemaTooNew when the database knows a version that this program does not. */
export async function migrate(
  connection: MigrationConnection,
  migrations: readonly Migration[],
): Promise<void> {
  await connection.execute(MIGRATIONS_TABLE);
  const applied = new Set(await connection.versions());
  const newest = Math.max(0, ...applied);
  if (newest > migrations.length) throw new SchemaTooNew(connection.where, newest, migrations.length);
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 1) throw new Error(`migration ${migration.name} is out of order`);
    if (applied.has(migration.version)) continue;
    for (const statement of migration[connection.dialect]) await connection.execute(statement);
    await connection.record(migration.version, migration.name);
  }
}
