// Renames PostgreSQL schemas to set them aside before a restore or a move, puts them back, and refuses while a server
// uses them.
import type pg from 'pg';
import { assertSchemaName } from './postgres-connection.ts';

/** Another process uses the database; the message names it. */
export class DatabaseInUse extends Error {}

/** Throws DatabaseInUse while a process of ours is connected to the database besides this connection. */
export async function refuseOthers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT DISTINCT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'parts-shop %'`,
  );
  if (rows.length > 0)
    throw new DatabaseInUse(
      `the database is in use (${rows.map((row) => row.application_name).join(', ')}): stop every server first`,
    );
}

const SUFFIX = '_before_';

const asideName = (schema: string, at: Date): string =>
  `${schema}${SUFFIX}${at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '').toLowerCase()}`;

/** Inside a transaction: renames those of the schemas that exist; resolves to their new names. */
export async function setSchemasAside(client: pg.ClientBase, schemas: readonly string[], at: Date): Promise<string[]> {
  const moved: string[] = [];
  for (const schema of await existingSchemas(client, schemas)) {
    const name = asideName(schema, at);
    await client.query(`ALTER SCHEMA ${schema} RENAME TO ${name}`);
    moved.push(name);
  }
  return moved;
}

export async function existingSchemas(client: pg.ClientBase, schemas: readonly string[]): Promise<string[]> {
  for (const schema of schemas) assertSchemaName(schema);
  const { rows } = await client.query<{ nspname: string }>(
    'SELECT nspname FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY nspname',
    [schemas],
  );
  return rows.map(({ nspname }) => nspname);
}

/** In a transaction: puts the schemas set aside last back, the present ones aside, and returns their names; or null. */
export async function restoreSchemas(
  client: pg.ClientBase,
  schemas: readonly string[],
  at: Date,
): Promise<string[] | null> {
  const { rows } = await client.query<{ nspname: string }>(
    `SELECT nspname FROM pg_namespace WHERE nspname ~ '^(${schemas.join('|')})${SUFFIX}[0-9]{8}t[0-9]{6}z$'`,
  );
  const times = rows.map(({ nspname }) => nspname.split(SUFFIX).at(-1) as string).sort();
  const newest = times.at(-1);
  if (newest === undefined) return null;
  const moved = await setSchemasAside(client, schemas, at);
  for (const { nspname } of rows) {
    if (!nspname.endsWith(newest)) continue;
    await client.query(`ALTER SCHEMA ${nspname} RENAME TO ${nspname.slice(0, nspname.indexOf(SUFFIX))}`);
  }
  return moved;
}
