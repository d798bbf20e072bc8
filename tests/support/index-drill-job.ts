import { articleKeyIds } from '../../server/bridge/search/article-keys.ts';
import { finishIndex, indexChanges } from '../../server/bridge/search/index-writer.ts';
import type { IndexedRow } from '../../server/bridge/search/tokens.ts';
import { rebuildIndex } from '../../server/bridge/search/upkeep.ts';
import type { Job, JobConnection } from '../../server/database/types.ts';
import { articleKey } from '../../server/text/article-key.ts';

/** What becomes of a position: new texts, or null for its removal. */
export interface DrillStep {
  readonly id: number;
  readonly row: Pick<IndexedRow, 'article' | 'code' | 'title' | 'manufacturer' | 'in_stock'> | null;
}

export interface Drilled {
  /** Everything in the index after the steps. */
  readonly kept: readonly string[];
  /** Everything in it after it was built anew. */
  readonly rebuilt: readonly string[];
}

async function query<Row>(connection: JobConnection, sql: string, values: unknown[] = []): Promise<Row[]> {
  if (connection.dialect === 'postgres') return connection.query<Row>(sql, values);
  return connection.db.prepare(sql.replace(/\$(\d+)/g, '?$1')).all(...(values as string[])) as Row[];
}

/** Applies batches of steps to positions of brand 1 and provider 1, then compares the index with a new one. */
const drill: Job<readonly (readonly DrillStep[])[], Drilled> = async (connection, batches) => {
  const rows = new Map<number, IndexedRow>();
  for (const batch of batches) {
    const changes = [];
    for (const { id, row } of batch) {
      const before = rows.get(id) ?? null;
      const after = row && { ...row, id, brand_id: 1, article_key: articleKey(row.article) };
      if (after) rows.set(id, after);
      else rows.delete(id);
      await writeRow(connection, id, after);
      changes.push({ before, after });
    }
    await indexChanges(connection, changes);
  }
  await finishIndex(connection);
  const kept = await dump(connection);
  await rebuildIndex(connection);
  return { kept, rebuilt: await dump(connection) };
};
export default drill;

async function writeRow(connection: JobConnection, id: number, row: IndexedRow | null): Promise<void> {
  await query(connection, 'DELETE FROM positions WHERE id = $1', [id]);
  if (!row) return;
  const keyIds = await articleKeyIds(connection, [row.article_key]);
  await query(
    connection,
    `INSERT INTO positions (id, provider_id, brand_id, key_id, manufacturer_key, article, title, manufacturer, code,
       price_day, in_stock, alias, created_at, updated_at)
     VALUES ($1, 1, 1, $8, $2, $3, $4, $5, $6, 1, $7, $2, 0, 0)`,
    [
      id,
      `m${id}`,
      row.article,
      row.title,
      row.manufacturer,
      row.code,
      row.in_stock,
      keyIds.get(row.article_key),
    ],
  );
}

/** What SQLite's text indexes hold, as tables; PostgreSQL keeps the index of keys by itself. */
const TERMS = ['position_words', 'key_trigrams'].map(
  (table) =>
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_terms USING fts5vocab(main, '${table}', instance)`,
);

async function dump(connection: JobConnection): Promise<string[]> {
  const words =
    connection.dialect === 'postgres'
      ? `SELECT position_id || ' ' || array_to_string(tsvector_to_array(words), ' ') AS line FROM position_words`
      : `SELECT doc || ' ' || term AS line FROM temp.position_words_terms
         UNION ALL SELECT 'key ' || doc || ' ' || term FROM temp.key_trigrams_terms`;
  if (connection.dialect === 'sqlite') for (const sql of TERMS) connection.db.exec(sql);
  const keys = `SELECT in_stock || ' ' || key || ' ' || position_id || ' ' || kind AS line FROM position_keys`;
  const vocabulary = `SELECT word || ' ' || row_count AS line FROM vocabulary`;
  const lines: string[] = [];
  for (const sql of [words, keys, vocabulary]) {
    lines.push(...(await query<{ line: string }>(connection, sql)).map(({ line }) => line));
  }
  return lines.sort();
}
