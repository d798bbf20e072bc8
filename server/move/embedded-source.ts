import type { DatabaseSync } from 'node:sqlite';
import type { RowSource } from '../database/postgres/dump/load.ts';
import type { CopiedTable } from '../database/postgres/dump/tables.ts';
import { lineOf } from './line-of.ts';
import { RowSummer, type RowSums } from './row-sums.ts';

/** Rows that go out in one piece. */
const AT_ONCE = 500;

/** The rows of an embedded database, and what they came to once they are read. */
export interface EmbeddedSource extends RowSource {
  readonly sums: ReadonlyMap<string, RowSums>;
}

export function embeddedSource(db: DatabaseSync): EmbeddedSource {
  const sums = new Map<string, RowSums>();
  const version = db.prepare('SELECT max(version) AS version FROM schema_migrations').get()?.version;

  async function* rowsOf({ name, columns }: CopiedTable): AsyncGenerator<string> {
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
