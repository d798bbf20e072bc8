// Restores the rows of a backup into PostgreSQL.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { loadSchema } from '../../platform/database/postgres-copy.ts';
import { refuseOthers, setSchemasAside } from '../../platform/database/postgres-set-aside.ts';
import { SchemaTooNew } from '../../platform/database/trouble.ts';
import type { Migration } from '../../platform/database/types.ts';
import { fileOfTable, folderOfSchema, TABLES, type TableNote } from './databases.ts';
import { BackupDamaged } from './restore.ts';
import type { BackupSet } from './sets.ts';

/**
 * Puts the schemas of a backup, whose files are sound, in place of the present ones, which are renamed, and migrates
 * them: all in one transaction. Resolves to the new names. Throws DatabaseInUse, SchemaTooNew, BackupDamaged.
 */
export async function restorePostgres(
  client: pg.Client,
  { folder, manifest }: BackupSet,
  migrations: Readonly<Record<string, readonly Migration[]>>,
  at: Date,
): Promise<string[]> {
  await refuseOthers(client);
  await client.query('BEGIN');
  try {
    const aside = await setSchemasAside(client, Object.keys(migrations), at);
    for (const [schema, version] of Object.entries(manifest.schemas)) {
      const known = migrations[schema] ?? [];
      if (version > known.length) throw new SchemaTooNew(`the backup of ${schema}`, version, known.length);
      await loadOne(client, schema, known, version, join(folder, folderOfSchema(schema)));
    }
    await client.query('COMMIT');
    return aside;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function loadOne(
  client: pg.Client,
  schema: string,
  migrations: readonly Migration[],
  version: number,
  folder: string,
): Promise<void> {
  const text = await readFile(join(folder, TABLES), 'utf8');
  const notes = new Map((JSON.parse(text) as TableNote[]).map((note) => [note.name, note]));
  const counts = await loadSchema(client, schema, migrations, {
    version,
    rows: ({ name, columns }) => {
      const note = notes.get(name);
      if (!note) return null;
      if (note.columns.join() !== columns.map((column) => column.name).join())
        throw new BackupDamaged(`${schema}.${name} has other columns in the backup`);
      return createReadStream(join(folder, fileOfTable(name)));
    },
    lastCounted: (table) => notes.get(table)?.last ?? null,
  });
  for (const { name, rows } of notes.values()) {
    if (counts.get(name) !== rows)
      throw new BackupDamaged(`${schema}.${name} has ${counts.get(name) ?? 0} rows instead of ${rows}`);
  }
}
