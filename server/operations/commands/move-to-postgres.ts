/** Copies the embedded databases of a data folder into PostgreSQL and proves that they are equal. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
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

interface Copied {
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
export async function copyToPostgres(client: pg.Client, order: MoveOrder): Promise<Copied> {
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

/** Marks an unused copy, to distinguish it from a shop. */
async function noteSums(client: pg.Client, schema: string, sums: ReadonlyMap<string, RowSums>): Promise<void> {
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
  for (const { name } of await postgresCopy.copiedTables(client, schema))
    await client.query(`ANALYZE "${schema}"."${name}"`);
}

/** Rows that go out in one piece. */
const AT_ONCE = 500;

/** The rows of an embedded database, and what they came to once they are read. */
interface EmbeddedSource extends postgresCopy.RowSource {
  readonly sums: ReadonlyMap<string, RowSums>;
}

function embeddedSource(db: DatabaseSync): EmbeddedSource {
  const sums = new Map<string, RowSums>();
  const version = db.prepare('SELECT max(version) AS version FROM schema_migrations').get()?.version;

  async function* rowsOf({ name, columns }: postgresCopy.CopiedTable): AsyncGenerator<string> {
    const selected = columns.map((column) => `"${column.name}"`).join(', ');
    const statement = db.prepare(`SELECT ${selected} FROM "${name}"`);
    statement.setReturnArrays(true);
    const summer = new RowSummer();
    let lines: string[] = [];
    for (const row of statement.iterate() as Iterable<unknown>) {
      const line = lineOf(name, columns, row as unknown[]);
      summer.add(line);
      if (lines.push(line) < AT_ONCE) continue;
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
    sums.set(name, summer.result());
  }

  return {
    sums,
    version: Number(version ?? 0),
    rows: (table) => (hasTable(db, table.name) ? rowsOf(table) : null),
    lastCounted: (table) => {
      const row = db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
      return row ? Number(row.seq) : null;
    },
  };
}

const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** What a table holds, whatever the order of its rows: their number, and the sum of their SHA-256. */
interface RowSums {
  readonly count: number;
  readonly sum: string;
}

const MODULUS = 1n << 128n;

/** Adds rows up, each as a line of COPY. */
class RowSummer {
  #count = 0;
  #sum = 0n;

  add(line: string): void {
    const digest = createHash('sha256').update(line).digest('hex').slice(0, 32);
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS;
    this.#count += 1;
  }

  result(): RowSums {
    return { count: this.#count, sum: this.#sum.toString(16).padStart(32, '0') };
  }
}

/** The sums of a table as the database gives its rows out, with numbers spelt as this program does. */
async function sumsOf(rows: Readable, { columns }: postgresCopy.CopiedTable): Promise<RowSums> {
  const summer = new RowSummer();
  const floats = columns.flatMap(({ isFloat }, at) => (isFloat ? [at] : []));
  for await (const line of postgresCopy.linesOf(rows)) summer.add(floats.length > 0 ? respelt(line, floats) : line);
  return summer.result();
}

function respelt(line: string, floats: readonly number[]): string {
  const fields = line.split('\t');
  for (const at of floats) if (fields[at] !== '\\N') fields[at] = String(Number(fields[at]));
  return fields.join('\t');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

const SPECIAL = /[\\\b\f\n\r\t\v]/g;

/** A value that PostgreSQL cannot hold; the message says where it stands. */
class CannotMove extends Refused {}

/**
 * A row of an embedded database as a line of COPY, spelt as PostgreSQL itself does.
 * https://www.postgresql.org/docs/15/sql-copy.html#id-1.9.3.55.9.2
 */
const lineOf = (table: string, columns: readonly postgresCopy.CopiedColumn[], values: readonly unknown[]): string =>
  values.map((value, at) => fieldOf(value, `${table}.${columns[at]?.name}`)).join('\t');

function fieldOf(value: unknown, place: string): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new CannotMove(`${place} holds bytes, which this program never writes`);
  if (value.includes('\0'))
    throw new CannotMove(
      `${place} holds a text with a NUL character, which PostgreSQL does not take: ${JSON.stringify(value.slice(0, 80))}`,
    );
  return value.replace(SPECIAL, (sign) => ESCAPES[sign] as string);
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
