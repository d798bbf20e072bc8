import type pg from 'pg';
import { existing, moveAside, refuseOthers } from '../database/postgres/dump/aside.ts';
import { loadSchema } from '../database/postgres/dump/load.ts';
import { rowsOut } from '../database/postgres/dump/rows.ts';
import { copiedTables } from '../database/postgres/dump/tables.ts';
import { openSqlite } from '../database/sqlite/connection.ts';
import type { Migration } from '../database/types.ts';
import { embeddedSource } from './embedded-source.ts';
import { type RowSums, sumsOf } from './row-sums.ts';

/** The target has something that would be lost, or the copy is not equal; nothing was changed. */
export class MoveRefused extends Error {}

export interface MoveOrder {
  /** Embedded databases, up to date and used by nobody, by the schemas that they become. */
  readonly files: Readonly<Record<string, string>>;
  readonly migrations: Readonly<Record<string, readonly Migration[]>>;
  /** Whether what stands in the target is moved aside, whatever it is. */
  readonly replace: boolean;
  readonly at: Date;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
}

export interface Moved {
  readonly tables: number;
  readonly rows: number;
  /** Schemas that stood there before, under their new names. */
  readonly aside: readonly string[];
}

/**
 * Copies embedded databases into schemas of one PostgreSQL database in one transaction, reads everything back and compares
 * number and hashes of the rows of each table. What was copied before and has not changed since is replaced; anything
 * else there only if so ordered, and then moved aside. Throws MoveRefused, DatabaseInUse, CannotMove.
 */
export async function moveTo(client: pg.Client, order: MoveOrder): Promise<Moved> {
  const { files, say } = order;
  await refuseOthers(client);
  await client.query('BEGIN');
  try {
    const aside = await clearTarget(client, order);
    let tables = 0;
    let rows = 0;
    for (const schema of Object.keys(files)) {
      const sums = await moveOne(client, schema, order);
      const counts = [...sums.values()].map(({ count }) => count);
      tables += counts.length;
      const copied = counts.reduce((sum, count) => sum + count, 0);
      rows += copied;
      await noteSums(client, schema, sums);
      say(`${schema}: ${counts.length} tables, ${copied} rows, equal`);
    }
    await client.query('COMMIT');
    for (const schema of Object.keys(files)) await analyze(client, schema);
    return { tables, rows, aside };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Makes room in the target. Throws MoveRefused. */
async function clearTarget(client: pg.Client, { files, replace, at }: MoveOrder): Promise<string[]> {
  const taken = await existing(client, Object.keys(files));
  const foreign: string[] = [];
  for (const schema of taken) {
    if (await isOurCopy(client, schema)) await client.query(`DROP SCHEMA ${schema} CASCADE`);
    else foreign.push(schema);
  }
  if (foreign.length > 0 && !replace)
    throw new MoveRefused(
      `the target has data already (${foreign.join(', ')}): with --replace it is moved aside, not removed`,
    );
  return moveAside(client, foreign, at);
}

async function moveOne(
  client: pg.Client,
  schema: string,
  { files, migrations }: MoveOrder,
): Promise<ReadonlyMap<string, RowSums>> {
  const db = openSqlite(files[schema] as string, true);
  try {
    const source = embeddedSource(db);
    await loadSchema(client, schema, migrations[schema] ?? [], source);
    const there = await sumsIn(client, schema);
    for (const [table, here] of source.sums) {
      const copied = there.get(table);
      if (copied?.count !== here.count || copied.sum !== here.sum)
        throw new MoveRefused(
          `${schema}.${table} would not be equal: ${here.count} rows here, ${copied?.count ?? 0} there`,
        );
    }
    return source.sums;
  } finally {
    db.close();
  }
}

async function sumsIn(client: pg.Client, schema: string): Promise<Map<string, RowSums>> {
  const sums = new Map<string, RowSums>();
  for (const table of await copiedTables(client, schema))
    sums.set(table.name, await sumsOf(rowsOut(client, schema, table), table));
  return sums;
}

const NOTE = 'copy of an embedded database ';
const noteOf = (sums: ReadonlyMap<string, RowSums>): string =>
  NOTE +
  [...sums]
    .map(([table, { count, sum }]) => `${table}:${count}:${sum}`)
    .sort()
    .join(' ');

/** So that a copy that nobody has worked with since can be told from a shop. */
async function noteSums(
  client: pg.Client,
  schema: string,
  sums: ReadonlyMap<string, RowSums>,
): Promise<void> {
  await client.query(`COMMENT ON SCHEMA ${schema} IS '${noteOf(sums)}'`);
}

async function isOurCopy(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ note: string | null }>(
    "SELECT obj_description($1::regnamespace, 'pg_namespace') AS note",
    [schema],
  );
  const note = rows[0]?.note ?? '';
  return note.startsWith(NOTE) && noteOf(await sumsIn(client, schema)) === note;
}

async function analyze(client: pg.Client, schema: string): Promise<void> {
  for (const { name } of await copiedTables(client, schema))
    await client.query(`ANALYZE "${schema}"."${name}"`);
}
