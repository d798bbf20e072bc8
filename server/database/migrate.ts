import { SchemaTooNew } from './busy.ts';
import type { Migration } from './types.ts';

/** Where the steps that were taken are noted. */
export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL
)`;

/**
 * What a database lacks, in order; `where` is its file or schema, for messages. Throws SchemaTooNew when it has a version
 * that this program does not know.
 */
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
