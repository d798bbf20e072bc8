import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { Migration } from '../../types.ts';
import { assertSchemaName } from '../client.ts';
import { migrateWithin } from '../migrate-within.ts';
import { rowsIn } from './rows.ts';
import { type CopiedTable, copiedTables } from './tables.ts';

/** Where the rows of a schema come from. */
export interface RowSource {
  /** The newest migration of what is loaded. */
  readonly version: number;
  /** The rows of a table in the text format of COPY; null: the source has no such table. */
  rows(table: CopiedTable): Readable | AsyncIterable<string> | null;
  /** The last value that was counted in the table; null: unknown. */
  lastCounted(table: string): Promise<number | null> | number | null;
}

/**
 * Inside a transaction: makes a schema that there is not yet, with the tables of the source's version, and fills it. The
 * log of changes hears nothing of it, for nobody has followed it so far. Then brings it up to date. Resolves to the
 * numbers of rows by table.
 */
export async function loadSchema(
  client: pg.ClientBase,
  schema: string,
  migrations: readonly Migration[],
  source: RowSource,
): Promise<Map<string, number>> {
  assertSchemaName(schema);
  const query = (sql: string, parameters?: unknown[]) => client.query(sql, parameters);
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SET LOCAL search_path = ${schema}, public`);
  await migrateWithin(query, schema, migrations.slice(0, source.version));
  const tables = await copiedTables(client, schema);
  const names = tables.map(({ name }) => `"${schema}"."${name}"`);
  // Migrations fill some tables; what they put there is among the rows that come.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const counts = new Map<string, number>();
  for (const table of tables) {
    const rows = source.rows(table);
    if (rows) counts.set(table.name, await rowsIn(client, schema, table, rows));
    await goOnCounting(client, schema, table, source);
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await migrateWithin(query, schema, migrations);
  return counts;
}

async function goOnCounting(
  client: pg.ClientBase,
  schema: string,
  table: CopiedTable,
  source: RowSource,
): Promise<void> {
  const column = table.columns.find(({ isCounted }) => isCounted);
  if (!column) return;
  const last = (await source.lastCounted(table.name)) ?? 0;
  await client.query(
    `SELECT setval(pg_get_serial_sequence($1, $2), greatest(1, $3::bigint, largest), greatest($3::bigint, largest) > 0)
     FROM (SELECT coalesce(max("${column.name}"), 0) AS largest FROM "${schema}"."${table.name}") t`,
    [`"${schema}"."${table.name}"`, column.name, last],
  );
}
