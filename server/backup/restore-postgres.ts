import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { SchemaTooNew } from '../database/busy.ts';
import { moveAside, refuseOthers } from '../database/postgres/dump/aside.ts';
import { loadSchema } from '../database/postgres/dump/load.ts';
import type { Migration } from '../database/types.ts';
import { Damaged } from './restore.ts';
import { fileOfTable, folderOfSchema, TABLES, type TableNote } from './schema-folder.ts';
import type { BackupSet } from './sets.ts';

/**
 * Puts the schemas of a backup, whose files are sound, into the places of those there, which are renamed, and brings them up to
 * date: all in one transaction, so that a failure leaves nothing changed. Resolves to the new names of what was there.
 * Throws DatabaseInUse, SchemaTooNew, Damaged.
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
    const aside = await moveAside(client, Object.keys(migrations), at);
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
        throw new Damaged(`${schema}.${name} has other columns in the backup`);
      return createReadStream(join(folder, fileOfTable(name)));
    },
    lastCounted: (table) => notes.get(table)?.last ?? null,
  });
  for (const { name, rows } of notes.values()) {
    if (counts.get(name) !== rows)
      throw new Damaged(`${schema}.${name} has ${counts.get(name) ?? 0} rows instead of ${rows}`);
  }
}
