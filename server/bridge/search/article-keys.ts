import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JobConnection } from '../../database/types.ts';

interface Statements {
  readonly find: StatementSync;
  readonly add: StatementSync;
  readonly addTrigrams: StatementSync;
}

const prepared = new WeakMap<DatabaseSync, Statements>();

function statementsOf(db: DatabaseSync): Statements {
  const known = prepared.get(db);
  if (known) return known;
  const statements = {
    find: db.prepare('SELECT id FROM article_keys WHERE key = ?'),
    // The trigrams by a statement of their own, and the id not by RETURNING: a statement with a trigger (which RETURNING
    // is to SQLite) opens a savepoint, and at a savepoint FTS5 writes out all it has gathered so far.
    add: db.prepare('INSERT INTO article_keys (key) VALUES (?)'),
    addTrigrams: db.prepare('INSERT INTO key_trigrams (rowid, key) VALUES (?, ?)'),
  };
  statements.find.setReturnArrays(true);
  prepared.set(db, statements);
  return statements;
}

/**
 * Ids of article keys by key; those that are new are stored, where the search finds them by any fragment. The only
 * place that adds to `article_keys`; a key is never changed.
 */
export async function articleKeyIds(
  connection: JobConnection,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const distinct = [...new Set(keys)];
  return connection.dialect === 'sqlite'
    ? sqliteIds(connection.db, distinct)
    : postgresIds(connection, distinct);
}

function sqliteIds(db: DatabaseSync, keys: readonly string[]): Map<string, number> {
  const { find, add, addTrigrams } = statementsOf(db);
  const ids = new Map<string, number>();
  for (const key of keys) {
    let id = (find.get(key) as unknown as [number] | undefined)?.[0];
    if (id === undefined) {
      id = Number(add.run(key).lastInsertRowid);
      addTrigrams.run(id, key);
    }
    ids.set(key, id);
  }
  return ids;
}

async function postgresIds(
  connection: Extract<JobConnection, { dialect: 'postgres' }>,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  // Those that are known take no number of the sequence and leave no dead row.
  const rows = await connection.query<{ id: number; key: string }>(
    `WITH wanted AS (SELECT value AS key FROM unnest($1::text[]) value),
       known AS (SELECT k.id, k.key FROM wanted JOIN article_keys k ON k.key = wanted.key),
       added AS (
         INSERT INTO article_keys (key)
         SELECT key FROM wanted WHERE NOT EXISTS (SELECT FROM known WHERE known.key = wanted.key)
         RETURNING id, key
       )
     SELECT id, key FROM known UNION ALL SELECT id, key FROM added`,
    [keys],
  );
  return new Map(rows.map(({ id, key }) => [key, Number(id)]));
}
