// Copies the embedded databases of a data folder into PostgreSQL and proves that they are equal.
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { SERVICE_NAMES } from '../../../settings/storage.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { connect, disconnect, MIGRATION_TIMES } from '../../platform/database/postgres-connection.ts';
import * as postgresCopy from '../../platform/database/postgres-copy.ts';
import { existingSchemas, refuseOthers, setSchemasAside } from '../../platform/database/postgres-set-aside.ts';
import { openSqlite } from '../../platform/database/sqlite-connection.ts';
import type { Migration } from '../../platform/database/types.ts';
import { requireUnused } from '../backup/restore.ts';
import { type Config, databaseOf } from '../config/config.ts';
import { Refused, wrongUsage } from '../console/problems.ts';
import { MIGRATIONS } from '../services/migrations.ts';
import { runCommand, shopConfig } from './command-line.ts';
import { embeddedSource, type RowSums, sumsOf } from './embedded-rows.ts';

const USAGE = `Copies the embedded databases of DATA_DIR into a PostgreSQL database (15 or newer); the server must be stopped.

  parts move-to-postgres postgres://user@host/database [--replace]

All tables are copied in one transaction, read back and compared by number and hashes of their rows: either everything is
there and equal, or nothing has changed. Files stay where they are, and so do the embedded databases. A copy that was made
before and has not been used since is replaced; other data there is refused, or with --replace moved aside.
Then start the server with DATABASE_URL. The last line of standard output is JSON. It ends with 0: done and equal,
1: failed, nothing is changed, 2: wrongly asked.`;

async function filesOf(config: Config): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const service of SERVICE_NAMES) {
    const location = databaseOf({ ...config, databaseUrl: '' }, service);
    if (location.dialect !== 'sqlite' || !(await stat(location.file).catch(() => null))) continue;
    await requireUnused(location.file);
    // Up to date, so that both sides have the same tables.
    await (await openDatabase(location, MIGRATIONS[service])).close();
    found[service] = location.file;
  }
  if (Object.keys(found).length === 0) throw wrongUsage(`there is no database in ${config.dataDir}`);
  return found;
}

async function move(config: Config, url: string, replace: boolean): Promise<object> {
  const files = await filesOf(config);
  const began = performance.now();
  const client = await connect(url, 'public', MIGRATION_TIMES);
  try {
    const order = { files, migrations: MIGRATIONS, replace, at: new Date(), say: (line: string) => console.log(line) };
    const moved = await copyToPostgres(client, order);
    return { equal: true, ...moved, ms: Math.round(performance.now() - began) };
  } finally {
    await disconnect(client);
  }
}

/** The target has something that would be lost, or the copy is not equal; nothing was changed. */
class MoveRefused extends Refused {}

interface MoveOrder {
  /** Embedded databases, up to date and unused, by the schemas that they become. */
  readonly files: Readonly<Record<string, string>>;
  readonly migrations: Readonly<Record<string, readonly Migration[]>>;
  /** Whether what stands in the target is moved aside, whatever it is. */
  readonly replace: boolean;
  readonly at: Date;
  /** A line for the person at the console. */
  readonly say: (line: string) => void;
}

/**
 * In one transaction, then reads everything back and compares numbers and hashes of rows. An unchanged earlier copy is
 * replaced; anything else only if so ordered, and moved aside: resolves to its new names as well. Throws MoveRefused,
 * DatabaseInUse, CannotMove.
 */
async function copyToPostgres(client: pg.Client, order: MoveOrder) {
  const { files, say } = order;
  await refuseOthers(client);
  await client.query('BEGIN');
  try {
    const aside = await clearTarget(client, order);
    let tables = 0;
    let rows = 0;
    for (const schema of Object.keys(files)) {
      const sums = await moveOne(client, schema, order);
      const copied = [...sums.values()].reduce((sum, { count }) => sum + count, 0);
      tables += sums.size;
      rows += copied;
      // Marks an unused copy, to distinguish it from a shop.
      await client.query(`COMMENT ON SCHEMA ${schema} IS '${noteOf(sums)}'`);
      say(`${schema}: ${sums.size} tables, ${copied} rows, equal`);
    }
    await client.query('COMMIT');
    for (const schema of Object.keys(files)) await analyze(client, schema);
    return { tables, rows, aside };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function clearTarget(client: pg.Client, { files, replace, at }: MoveOrder): Promise<string[]> {
  const taken = await existingSchemas(client, Object.keys(files));
  const foreign: string[] = [];
  for (const schema of taken) {
    if (await isOurCopy(client, schema)) await client.query(`DROP SCHEMA ${schema} CASCADE`);
    else foreign.push(schema);
  }
  if (foreign.length > 0 && !replace)
    throw new MoveRefused(
      `the target has data already (${foreign.join(', ')}): with --replace it is moved aside, not removed`,
    );
  return setSchemasAside(client, foreign, at);
}

async function moveOne(
  client: pg.Client,
  schema: string,
  { files, migrations }: MoveOrder,
): Promise<ReadonlyMap<string, RowSums>> {
  const db = openSqlite(files[schema] as string, true);
  try {
    const source = embeddedSource(db);
    await postgresCopy.loadSchema(client, schema, migrations[schema] ?? [], source);
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
  for (const table of await postgresCopy.copiedTables(client, schema))
    sums.set(table.name, await sumsOf(postgresCopy.rowsOut(client, schema, table), table));
  return sums;
}

const NOTE = 'copy of an embedded database ';
const noteOf = (sums: ReadonlyMap<string, RowSums>): string =>
  NOTE +
  [...sums]
    .map(([table, { count, sum }]) => `${table}:${count}:${sum}`)
    .sort()
    .join(' ');

async function isOurCopy(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ note: string | null }>(
    "SELECT obj_description($1::regnamespace, 'pg_namespace') AS note",
    [schema],
  );
  const note = rows[0]?.note ?? '';
  return note.startsWith(NOTE) && noteOf(await sumsIn(client, schema)) === note;
}

async function analyze(client: pg.Client, schema: string): Promise<void> {
  for (const { name } of await postgresCopy.copiedTables(client, schema))
    await client.query(`ANALYZE "${schema}"."${name}"`);
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  });
  if (values.help) return USAGE;
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0 || !/^postgres(?:ql)?:\/\//.test(url))
    throw wrongUsage(`one address that begins with postgres://, please\n\n${USAGE}`);
  return JSON.stringify(await move(await shopConfig({ isEmbedded: true }), url, values.replace));
});
