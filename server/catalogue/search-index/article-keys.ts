import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { plainRows } from '../../platform/database/sqlite-connection.ts';
import type { JobConnection, PostgresConnection, SqliteConnection } from '../../platform/database/types.ts';

interface KeyRow {
  readonly id: number;
  readonly key: string;
}

interface Statements {
  readonly find: (keys: string) => KeyRow[];
  readonly add: StatementSync;
  readonly addTrigrams: StatementSync;
}

const prepared = new WeakMap<DatabaseSync, Statements>();

function statementsOf(db: DatabaseSync): Statements {
  const known = prepared.get(db);
  if (known) return known;
  const statements = {
    find: plainRows<KeyRow>(
      db.prepare('SELECT k.id, k.key FROM json_each(?) j CROSS JOIN article_keys k ON k.key = j.value'),
    ),
    add: db.prepare('INSERT INTO article_keys (key) VALUES (?)'),
    addTrigrams: db.prepare('INSERT INTO key_trigrams (rowid, key) VALUES (?, ?)'),
  };
  prepared.set(db, statements);
  return statements;
}

/** New keys whose trigrams wait to be written together, by the connection of their run. */
const waiting = new WeakMap<JobConnection, KeyRow[]>();
const WAITING_MAX = 20_000;

/**
 * Ids of article keys by key; those that are new are stored, where the search finds them by any fragment: the run must
 * end with `finishIndex`, as for `indexChanges`. The only place that adds to `article_keys`; a key is never changed.
 */
export async function articleKeyIds(
  connection: JobConnection,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const distinct = [...new Set(keys)];
  return connection.dialect === 'sqlite' ? sqliteIds(connection, distinct) : postgresIds(connection, distinct);
}

function sqliteIds(connection: SqliteConnection, keys: readonly string[]): Map<string, number> {
  const { find, add } = statementsOf(connection.db);
  const ids = new Map(find(JSON.stringify(keys)).map(({ id, key }) => [key, id]));
  const added = waiting.get(connection) ?? [];
  for (const key of keys) {
    if (ids.has(key)) continue;
    const id = Number(add.run(key).lastInsertRowid);
    ids.set(key, id);
    added.push({ id, key });
  }
  waiting.set(connection, added);
  if (added.length >= WAITING_MAX) writeTrigrams(connection);
  return ids;
}

/**
 * Writes the trigrams of the keys that a run has added. FTS5 gathers them as long as nothing opens a savepoint, which
 * every statement does that inserts several rows or has a trigger; with each batch it would write an index of its own.
 */
export function writeTrigrams(connection: SqliteConnection): void {
  const { addTrigrams } = statementsOf(connection.db);
  for (const { id, key } of waiting.get(connection) ?? []) addTrigrams.run(id, key);
  waiting.delete(connection);
}

async function postgresIds(connection: PostgresConnection, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  // Those that are known take no number of the sequence and leave no dead row.
  const rows = await connection.query<{ id: number; key: string }>(
    `WITH wanted AS (SELECT value AS key FROM unnest($1::text[]) value),
       known AS (SELECT k.id, k.key FROM wanted JOIN article_keys k ON k.key = wanted.key),
       added AS (
         INSERT INTO article_keys (key)
         SELECT key FROM wanted WHERE key NOT IN (SELECT key FROM known)
         RETURNING id, key
       )
     SELECT id, key FROM known UNION ALL SELECT id, key FROM added`,
    [keys],
  );
  return new Map(rows.map(({ id, key }) => [key, Number(id)]));
}
