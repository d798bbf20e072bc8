/** Copies the databases of a shop into a backup. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { connect, disconnect, MIGRATION_TIMES } from '../../platform/database/postgres-connection.ts';
import { type CopiedTable, copiedTables, rowsOut } from '../../platform/database/postgres-copy.ts';
import { existingSchemas } from '../../platform/database/postgres-set-aside.ts';
import { OTHER_PROCESS_WAIT_MS } from '../../platform/database/sqlite-connection.ts';
import { writeThrough } from './sets.ts';

interface CopiedDatabases {
  readonly schemas: Readonly<Record<string, number>>;
  readonly paths: readonly string[];
}

export interface Databases {
  readonly kind: 'sqlite' | 'postgres';
  /** Writes them into a folder, while others work with them. */
  copyTo(folder: string): Promise<CopiedDatabases>;
}

/** Embedded databases by their services: each a file of its own, as it is at one moment. */
export const embeddedDatabases = (files: Readonly<Record<string, string>>): Databases => ({
  kind: 'sqlite',
  copyTo: async (folder) => {
    const schemas: Record<string, number> = {};
    const paths: string[] = [];
    for (const [service, file] of Object.entries(files)) {
      const path = `${service}.db`;
      schemas[service] = await copyDatabase(file, join(folder, path));
      paths.push(path);
    }
    return { schemas, paths };
  },
});

/** The whole database in one step: in steps, a commit of another process would begin the copy anew each time. */
const ALL_PAGES = 0x7fff_ffff;

/**
 * Copies an embedded database as it is at one moment into one file without a write-ahead log, in a thread of Node's
 * pool. Returns its newest migration. Leaves nothing when it fails.
 */
async function copyDatabase(from: string, to: string): Promise<number> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: OTHER_PROCESS_WAIT_MS });
  try {
    await backup(source, to, { rate: ALL_PAGES });
    return finish(to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

function finish(file: string): number {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const newest = copy.prepare('select max(version) as version from schema_migrations').get();
    return Number(newest?.version);
  } finally {
    copy.close();
  }
}

/** Schemas of one PostgreSQL database, all as they are at one moment: one transaction reads them one after another. */
export const postgresDatabases = (url: string, services: readonly string[]): Databases => ({
  kind: 'postgres',
  copyTo: async (folder) => {
    const client = await connect(url, 'public', MIGRATION_TIMES);
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const schemas: Record<string, number> = {};
      const paths: string[] = [];
      for (const schema of await existingSchemas(client, services)) {
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

/** Numbers of deleted rows are never used again, so the largest existing one is not enough. */
async function lastCounted(client: pg.Client, schema: string, table: CopiedTable): Promise<number | null> {
  const column = table.columns.find(({ isCounted }) => isCounted);
  if (!column) return null;
  const { rows } = await client.query<{ last: number | null }>(
    'SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) AS last',
    [`"${schema}"."${table.name}"`, column.name],
  );
  return Number(rows[0]?.last ?? 0);
}

export interface TableNote {
  readonly name: string;
  /** In the order of the fields of each row. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The last value that was counted; null: nothing is counted there. */
  readonly last: number | null;
}

/** The folder of a schema in a backup: a file for each table in the text format of COPY, and TABLES, a list of TableNote. */
export const folderOfSchema = (schema: string): string => `${schema}.postgres`;
export const TABLES = 'tables.json';
export const fileOfTable = (table: string): string => `${table}.copy`;
