// Reads the rows of an SQLite database for the move to PostgreSQL, as lines of COPY, with sums by which both sides are
// compared.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import * as postgresCopy from '../../platform/database/postgres-copy.ts';
import { Refused } from '../console/problems.ts';

const AT_ONCE = 500;

interface EmbeddedSource extends postgresCopy.RowSource {
  readonly sums: ReadonlyMap<string, RowSums>;
}

export function embeddedSource(db: DatabaseSync): EmbeddedSource {
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
export interface RowSums {
  readonly count: number;
  readonly sum: string;
}

const MODULUS = 1n << 128n;

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
export async function sumsOf(rows: Readable, { columns }: postgresCopy.CopiedTable): Promise<RowSums> {
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

/** Spelt as PostgreSQL does: https://www.postgresql.org/docs/15/sql-copy.html#id-1.9.3.55.9.2 */
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
