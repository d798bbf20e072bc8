import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { disconnect } from '../database/postgres/ask.ts';
import { connect } from '../database/postgres/client.ts';
import { existing } from '../database/postgres/dump/aside.ts';
import { rowsOut } from '../database/postgres/dump/rows.ts';
import { type CopiedTable, copiedTables } from '../database/postgres/dump/tables.ts';
import { MIGRATION_TIMES } from '../database/postgres/times.ts';
import type { Databases } from './databases.ts';
import { fileOfTable, folderOfSchema, TABLES, type TableNote } from './schema-folder.ts';
import { writeThrough } from './sums.ts';

/** Schemas of one PostgreSQL database, all as they are at one moment: one transaction reads them one after another. */
export const postgresDatabases = (url: string, services: readonly string[]): Databases => ({
  kind: 'postgres',
  copyTo: async (folder) => {
    const client = await connect(url, 'public', MIGRATION_TIMES);
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const schemas: Record<string, number> = {};
      const paths: string[] = [];
      for (const schema of await existing(client, services)) {
        const { rows } = await client.query<{ version: number }>(
          `SELECT max(version) AS version FROM ${schema}.schema_migrations`,
        );
        schemas[schema] = Number(rows[0]?.version);
        paths.push(...(await copySchema(client, schema, folder)));
      }
      await client.query('COMMIT');
      return { schemas, paths };
    } finally {
      await disconnect(client);
    }
  },
});

async function copySchema(client: pg.Client, schema: string, folder: string): Promise<string[]> {
  const own = folderOfSchema(schema);
  await mkdir(join(folder, own));
  const notes: TableNote[] = [];
  for (const table of await copiedTables(client, schema)) {
    const rows = rowsOut(client, schema, table);
    const file = createWriteStream(join(folder, own, fileOfTable(table.name)), { flush: true });
    await pipeline(rows, file);
    notes.push({
      name: table.name,
      columns: table.columns.map(({ name }) => name),
      rows: (rows as { rowCount?: number }).rowCount ?? 0,
      last: await lastCounted(client, schema, table),
    });
  }
  await writeThrough(join(folder, own, TABLES), `${JSON.stringify(notes, null, 1)}\n`);
  return [TABLES, ...notes.map(({ name }) => fileOfTable(name))].map((name) => `${own}/${name}`);
}

/** A row that is gone has its number for good, so the largest one there does not tell. */
async function lastCounted(client: pg.Client, schema: string, table: CopiedTable): Promise<number | null> {
  const column = table.columns.find(({ isCounted }) => isCounted);
  if (!column) return null;
  const { rows } = await client.query<{ last: number | null }>(
    'SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) AS last',
    [`"${schema}"."${table.name}"`, column.name],
  );
  return Number(rows[0]?.last ?? 0);
}
