import type { JobConnection } from '../../database/types.ts';
import { renewParts } from '../parts/renew-parts.ts';
import { finishIndex, indexChanges } from './index-writer.ts';
import { type IndexedRow, SELECTED_INDEXED } from './indexed-row.ts';

type SqliteConnection = Extract<JobConnection, { dialect: 'sqlite' }>;

const BATCH = 1000;

type Condition = 'brand_id' | 'provider_id' | 'expired' | 'all';

const CONDITIONS: Readonly<Record<Condition, string>> = {
  brand_id: 'p.brand_id = $1',
  provider_id: 'p.provider_id = $1',
  expired: 'p.in_stock = 1 AND p.price_day < $1',
  all: '$1 = 0',
};

async function rowsAfter(connection: JobConnection, condition: Condition, value: number, last: number) {
  const sql = `SELECT ${SELECTED_INDEXED}
    FROM positions p JOIN article_keys k ON k.id = p.key_id
    WHERE ${CONDITIONS[condition]} AND p.id > $2 ORDER BY p.id LIMIT ${BATCH}`;
  return query<IndexedRow & { id: number }>(connection, sql, [value, last]);
}

/** Asks either database with `$1` parameters. */
export async function query<Row>(connection: JobConnection, sql: string, values: number[]): Promise<Row[]> {
  if (connection.dialect === 'postgres') return connection.query<Row>(sql, values);
  const numbered = sql.replace(/\$(\d)/g, '?$1');
  return connection.db.prepare(numbered).all(...values) as Row[];
}

async function eachBatch(
  connection: JobConnection,
  condition: Condition,
  value: number,
  work: (rows: readonly IndexedRow[], ids: string) => Promise<void>,
): Promise<number> {
  let last = 0;
  let total = 0;
  for (;;) {
    const rows = await rowsAfter(connection, condition, value, last);
    if (rows.length === 0) break;
    // Integers from the database itself, so they may stand in the text of a statement.
    await work(rows, rows.map((row) => row.id).join(','));
    last = rows.at(-1)?.id ?? last;
    total += rows.length;
  }
  if (total > 0) await finishIndex(connection);
  return total;
}

async function eachListed(
  connection: JobConnection,
  ids: readonly number[],
  work: (rows: readonly IndexedRow[], ids: string) => Promise<void>,
): Promise<number> {
  let total = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const listed = ids
      .slice(at, at + BATCH)
      .map(Number)
      .join(',');
    const sql = `SELECT ${SELECTED_INDEXED} FROM positions p JOIN article_keys k ON k.id = p.key_id
      WHERE p.id IN (${listed}) ORDER BY p.id`;
    const rows = await query<IndexedRow>(connection, sql, []);
    await work(rows, listed);
    total += rows.length;
  }
  if (total > 0) await finishIndex(connection);
  return total;
}

/** What visitors see has changed. */
export const newVersion = (connection: JobConnection) =>
  query(connection, 'UPDATE catalogue_state SET version = version + 1', []);

/** Deletes all positions of a brand or a provider, or these, with everything that hangs on them; resolves to how many there were. */
export async function removePositions(
  connection: JobConnection,
  which: { readonly brandId: number } | { readonly providerId: number } | { readonly ids: readonly number[] },
): Promise<number> {
  const remove = async (rows: readonly IndexedRow[], ids: string) => {
    await indexChanges(
      connection,
      rows.map((before) => ({ before, after: null })),
    );
    const keys = `SELECT DISTINCT key_id FROM positions WHERE id IN (${ids})`;
    const keyIds = (await query<{ key_id: number }>(connection, keys, [])).map(({ key_id }) => key_id);
    await query(connection, `DELETE FROM positions WHERE id IN (${ids})`, []);
    await renewParts(connection, keyIds);
  };
  const removed =
    'ids' in which
      ? await eachListed(connection, which.ids, remove)
      : 'brandId' in which
        ? await eachBatch(connection, 'brand_id', which.brandId, remove)
        : await eachBatch(connection, 'provider_id', which.providerId, remove);
  if (removed > 0) await newVersion(connection);
  return removed;
}

/** Takes positions out of stock whose price was last confirmed before `liveDay`; resolves to how many there were. */
export async function sweepExpired(connection: JobConnection, liveDay: number): Promise<number> {
  const swept = await eachBatch(connection, 'expired', liveDay, async (rows, ids) => {
    await indexChanges(
      connection,
      rows.map((before) => ({ before, after: { ...before, in_stock: 0 } })),
    );
    await query(connection, `UPDATE positions SET in_stock = 0 WHERE id IN (${ids})`, []);
  });
  if (swept > 0) await newVersion(connection);
  return swept;
}

/** Builds the whole index of an embedded catalogue anew from `positions`; resolves to how many there are. */
export async function rebuildIndex(connection: SqliteConnection): Promise<number> {
  connection.db.exec(`DELETE FROM position_keys; DELETE FROM vocabulary;
    INSERT INTO position_words (position_words) VALUES ('delete-all');
    INSERT INTO key_trigrams (key_trigrams) VALUES ('delete-all');
    INSERT INTO key_trigrams (rowid, key) SELECT id, key FROM article_keys`);
  return eachBatch(connection, 'all', 0, async (rows) => {
    await indexChanges(
      connection,
      rows.map((after) => ({ before: null, after })),
    );
  });
}
