/** Copies whole schemas of PostgreSQL as COPY text, for backups and moves. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { migrateWithin } from './migrate-schema.ts';
import { assertSchemaName } from './postgres-connection.ts';
import type { Migration } from './types.ts';

export interface RowSource {
  /** The newest migration of what is loaded. */
  readonly version: number;
  /** The rows of a table in the text format of COPY; null: the source has no such table. */
  rows(table: CopiedTable): Readable | AsyncIterable<string> | null;
  /** The last value of the table's sequence; null: unknown. */
  lastCounted(table: string): Promise<number | null> | number | null;
}

/**
 * In a transaction: makes, fills (without a trace in the change log) and migrates the schema. Returns rows by table.
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
  // Migrations fill some tables; those rows are part of the source as well.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const counts = new Map<string, number>();
  for (const table of tables) {
    const rows = source.rows(table);
    if (rows) counts.set(table.name, await rowsIn(client, schema, table, rows));
    await advanceSequence(client, schema, table, source);
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await migrateWithin(query, schema, migrations);
  return counts;
}

async function advanceSequence(
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

/** In the text format of COPY (https://github.com/brianc/node-pg-copy-streams). */
export const rowsOut = (client: pg.ClientBase, schema: string, table: CopiedTable): Readable =>
  client.query(to(`COPY ${copyTarget(schema, table)} TO STDOUT`));

/** Adds rows in that format to a table; resolves to their number. Throws for a row that the database refuses. */
async function rowsIn(
  client: pg.ClientBase,
  schema: string,
  table: CopiedTable,
  rows: Readable | AsyncIterable<string | Buffer>,
): Promise<number> {
  const stream = client.query(from(`COPY ${copyTarget(schema, table)} FROM STDIN`));
  await pipeline(rows, stream as Writable);
  return stream.rowCount ?? 0;
}

/** The lines of a stream, each as text without its end. COPY escapes what would break one. */
export async function* linesOf(rows: Readable): AsyncGenerator<string> {
  let left: Buffer | null = null;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    const whole: Buffer = left ? Buffer.concat([left, chunk]) : chunk;
    let begin = 0;
    for (let end = whole.indexOf(10, begin); end >= 0; end = whole.indexOf(10, begin)) {
      yield whole.toString('utf8', begin, end);
      begin = end + 1;
    }
    left = begin < whole.length ? whole.subarray(begin) : null;
  }
}

export interface CopiedColumn {
  readonly name: string;
  /** Whether its texts are spelt differently elsewhere: `1e-07` here is `1e-7` there. */
  readonly isFloat: boolean;
  /** Whether a sequence supplies its values. */
  readonly isCounted: boolean;
}

export interface CopiedTable {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly CopiedColumn[];
}

/**
 * The tables that make up the state of a schema, referenced ones first; without migrations and the change log, whose
 * transaction ids have no meaning in another cluster.
 */
export async function copiedTables(client: pg.ClientBase, schema: string): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `SELECT c.relname AS name, json_agg(json_build_object('name', a.attname,
         'isFloat', a.atttypid IN ('float8'::regtype, 'float4'::regtype),
         'isCounted', a.attidentity <> '') ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname <> 'schema_migrations' AND NOT EXISTS (
       SELECT FROM pg_attribute x WHERE x.attrelid = c.oid AND x.atttypid = 'xid8'::regtype AND NOT x.attisdropped)
     GROUP BY c.relname ORDER BY c.relname`,
    [schema],
  );
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint k
     JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
     JOIN pg_namespace n ON n.oid = child.relnamespace
     WHERE k.contype = 'f' AND n.nspname = $1 AND child.oid <> parent.oid`,
    [schema],
  );
  return parentsFirst(rows, references);
}

function parentsFirst(
  tables: readonly CopiedTable[],
  references: readonly { readonly child: string; readonly parent: string }[],
): CopiedTable[] {
  const ordered: CopiedTable[] = [];
  const done = new Set<string>();
  const visit = (table: CopiedTable): void => {
    if (done.has(table.name)) return;
    done.add(table.name);
    for (const { child, parent } of references) {
      const found = child === table.name ? tables.find(({ name }) => name === parent) : undefined;
      if (found) visit(found);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

const copyTarget = (schema: string, { name, columns }: CopiedTable): string =>
  `"${schema}"."${name}" (${columns.map((column) => `"${column.name}"`).join(', ')})`;
