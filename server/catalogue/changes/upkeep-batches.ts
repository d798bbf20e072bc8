// Changes many positions in batches and keeps their search index in step: deletes them, expires them, or rebuilds it.

import type { JobConnection, SqliteConnection } from '../../platform/database/jobs.ts';
import { readWith } from '../part-reader/lexicon-data.ts';
import { finishIndex, indexChanges } from '../search-index/index-writer.ts';
import { type IndexedRow, SELECTED_INDEXED } from '../search-index/tokens.ts';
import { renewParts } from './renew-parts.ts';

const BATCH = 1000;

type Condition = 'brand_id' | 'provider_id' | 'expired' | 'all';

const CONDITIONS: Readonly<Record<Condition, string>> = {
  brand_id: 'p.brand_id = $1',
  provider_id: 'p.provider_id = $1',
  expired: 'p.in_stock = 1 AND p.price_day < $1',
  all: '$1 = 0',
};

type Row = IndexedRow & { readonly id: number };

const SELECTED = `SELECT ${SELECTED_INDEXED} FROM positions p JOIN article_keys k ON k.id = p.key_id`;

/** Yields the rows that satisfy a condition in batches, by id; the caller may change or delete rows of a batch. */
async function* matching(connection: JobConnection, condition: Condition, value: number) {
  const sql = `${SELECTED} WHERE ${CONDITIONS[condition]} AND p.id > $2 ORDER BY p.id LIMIT ${BATCH}`;
  for (let last = 0; ; ) {
    const rows = await query<Row>(connection, sql, [value, last]);
    yield rows;
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.id;
  }
}

async function* listed(connection: JobConnection, ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH).map(Number);
    yield query<Row>(connection, `${SELECTED} WHERE p.id IN (${some.join(',')}) ORDER BY p.id`, []);
  }
}

/** Runs a statement with `$1` parameters on either database. */
export async function query<Row>(connection: JobConnection, sql: string, values: number[]): Promise<Row[]> {
  if (connection.dialect === 'postgres') return connection.query<Row>(sql, values);
  const numbered = sql.replace(/\$(\d)/g, '?$1');
  return connection.db.prepare(numbered).all(...values) as Row[];
}

async function eachBatch(
  connection: JobConnection,
  batches: AsyncIterable<readonly Row[]>,
  work: (rows: readonly IndexedRow[], ids: string) => Promise<void>,
): Promise<number> {
  let total = 0;
  for await (const rows of batches) {
    // Integers from the database itself, so they may stand in the text of a statement.
    if (rows.length > 0) await work(rows, rows.map((row) => row.id).join(','));
    total += rows.length;
  }
  if (total > 0) await finishIndex(connection);
  return total;
}

export const newVersion = (connection: JobConnection) =>
  query(connection, 'UPDATE catalogue_state SET version = version + 1', []);

/** What no title is read as any more. */
const FORGET_READINGS = 'DELETE FROM title_readings WHERE id NOT IN (SELECT reading_id FROM position_readings)';

/** Deletes all positions of a brand or a provider, or these, with their keys, words and parts; resolves to their number. */
export async function removePositions(
  connection: JobConnection,
  which: { readonly brandId: number } | { readonly providerId: number } | { readonly ids: readonly number[] },
): Promise<number> {
  const batches =
    'ids' in which
      ? listed(connection, which.ids)
      : 'brandId' in which
        ? matching(connection, 'brand_id', which.brandId)
        : matching(connection, 'provider_id', which.providerId);
  const removed = await eachBatch(connection, batches, async (rows, ids) => {
    const changes = rows.map((before) => ({ before, after: null }));
    await indexChanges(connection, changes);
    const keys = `SELECT DISTINCT key_id FROM positions WHERE id IN (${ids})`;
    const keyIds = (await query<{ key_id: number }>(connection, keys, [])).map(({ key_id }) => key_id);
    await query(connection, `DELETE FROM positions WHERE id IN (${ids})`, []);
    await renewParts(connection, keyIds);
  });
  if (removed > 0 && connection.dialect === 'sqlite') connection.db.exec(FORGET_READINGS);
  if (removed > 0) await newVersion(connection);
  return removed;
}

/** Takes positions out of stock whose price was last confirmed before `liveDay`; resolves to how many there were. */
export async function sweepExpired(connection: JobConnection, liveDay: number): Promise<number> {
  const swept = await eachBatch(connection, matching(connection, 'expired', liveDay), async (rows, ids) => {
    const changes = rows.map((before) => ({ before, after: { ...before, in_stock: 0 } }));
    await indexChanges(connection, changes);
    await query(connection, `UPDATE positions SET in_stock = 0 WHERE id IN (${ids})`, []);
  });
  if (swept > 0) await newVersion(connection);
  return swept;
}

/** Builds the whole index of an embedded catalogue anew from `positions`; resolves to how many there are. */
export async function rebuildIndex(connection: SqliteConnection): Promise<number> {
  connection.db.exec(`DELETE FROM position_keys; DELETE FROM vocabulary; DELETE FROM position_readings;
    DELETE FROM title_readings;
    INSERT INTO position_words (position_words) VALUES ('delete-all');
    INSERT INTO key_trigrams (key_trigrams) VALUES ('delete-all');
    INSERT INTO key_trigrams (rowid, key) SELECT id, key FROM article_keys;
    INSERT INTO position_changes (position_id) SELECT id FROM positions`);
  connection.db.prepare('UPDATE read_titles SET read_with = ?').run(readWith());
  return eachBatch(connection, matching(connection, 'all', 0), async (rows) => {
    const changes = rows.map((after) => ({ before: null, after }));
    await indexChanges(connection, changes);
  });
}
