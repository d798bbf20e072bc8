import type { JobConnection } from '../../database/types.ts';
import type { IndexPlan, KeyEntry } from './index-changes.ts';
import { CODE_KIND } from './tokens.ts';

type Postgres = Extract<JobConnection, { dialect: 'postgres' }>;

const KEY_ROWS =
  'unnest($1::int[], $2::text[], $3::bigint[], $4::int[]) AS r (in_stock, key, position_id, kind)';

const keyColumns = (entries: readonly KeyEntry[]): unknown[] => [
  entries.map((entry) => entry.inStock),
  entries.map((entry) => entry.key),
  entries.map((entry) => entry.positionId),
  entries.map((entry) => entry.kind),
];

/** Writes one planned batch, a statement for each table. */
export async function writePostgresIndex(connection: Postgres, plan: IndexPlan): Promise<void> {
  if (plan.removedKeys.length > 0) {
    await connection.query(
      `DELETE FROM position_keys k USING ${KEY_ROWS}
       WHERE k.in_stock = r.in_stock AND k.key = r.key AND k.position_id = r.position_id AND k.kind = r.kind`,
      keyColumns(plan.removedKeys),
    );
  }
  const codes = plan.addedKeys.filter((entry) => entry.kind === CODE_KIND).map((entry) => entry.key);
  if (codes.length > 0) {
    await connection.query(
      `INSERT INTO article_keys (key) SELECT DISTINCT code FROM unnest($1::text[]) AS code
       WHERE NOT EXISTS (SELECT FROM article_keys known WHERE known.key = code) ON CONFLICT DO NOTHING`,
      [codes],
    );
  }
  if (plan.addedKeys.length > 0) {
    await connection.query(
      `INSERT INTO position_keys SELECT * FROM ${KEY_ROWS} ON CONFLICT DO NOTHING`,
      keyColumns(plan.addedKeys),
    );
  }
  await writeDocuments(connection, plan);
  await countWords(connection, plan.vocabulary);
}

async function writeDocuments(connection: Postgres, plan: IndexPlan): Promise<void> {
  const kept = new Set(plan.addedDocuments.map(({ id }) => id));
  const gone = plan.removedDocuments.filter((id) => !kept.has(id));
  if (gone.length > 0) {
    await connection.query('DELETE FROM position_words WHERE position_id = ANY($1::bigint[])', [gone]);
  }
  if (plan.addedDocuments.length === 0) return;
  await connection.query(
    `INSERT INTO position_words (position_id, in_stock, words)
     SELECT id, in_stock, array_to_tsvector(string_to_array(words, ' '))
     FROM unnest($1::bigint[], $2::int[], $3::text[]) AS r (id, in_stock, words)
     ON CONFLICT (position_id) DO UPDATE SET in_stock = excluded.in_stock, words = excluded.words`,
    [
      plan.addedDocuments.map(({ id }) => id),
      plan.addedDocuments.map(({ inStock }) => inStock),
      plan.addedDocuments.map(({ words }) => words),
    ],
  );
}

/** A run of large batches would update the same words over and over, each time leaving a dead row: it counts at its end. */
const COUNTED_AT_ONCE = 500;

async function countWords(connection: Postgres, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  const columns = [[...counts.keys()], [...counts.values()]];
  if (counts.size <= COUNTED_AT_ONCE) {
    await addToVocabulary(connection, 'SELECT * FROM unnest($1::text[], $2::bigint[])', columns);
    return;
  }
  if (!(await hasPendingWords(connection))) {
    await connection.query(
      'CREATE TEMPORARY TABLE pending_words (word TEXT COLLATE "C", row_count BIGINT) ON COMMIT DROP',
    );
  }
  await connection.query('INSERT INTO pending_words SELECT * FROM unnest($1::text[], $2::bigint[])', columns);
}

async function hasPendingWords(connection: Postgres): Promise<boolean> {
  const [row] = await connection.query<{ has: boolean }>(
    `SELECT to_regclass('pg_temp.pending_words') IS NOT NULL AS has`,
  );
  return row?.has ?? false;
}

const addToVocabulary = (connection: Postgres, select: string, columns: unknown[] = []) =>
  connection.query(
    `INSERT INTO vocabulary (word, row_count) ${select}
     ON CONFLICT (word) DO UPDATE SET row_count = vocabulary.row_count + excluded.row_count`,
    columns,
  );

/** Counts the words of the run, forgets those no position holds and tells the planner what the tables look like now. */
export async function finishPostgresIndex(connection: Postgres): Promise<void> {
  if (await hasPendingWords(connection)) {
    await addToVocabulary(connection, 'SELECT word, sum(row_count) FROM pending_words GROUP BY word');
    await connection.query('DROP TABLE pending_words');
  }
  await connection.query('DELETE FROM vocabulary WHERE row_count <= 0');
  // Statistics of the words take seconds; small changes are left to autovacuum.
  const [grown] = await connection.query(
    `SELECT FROM pg_class WHERE oid = 'position_words'::regclass
     AND abs(reltuples - (SELECT count(*) FROM position_words)) > 0.1 * greatest(reltuples, 1)`,
  );
  if (!grown) return;
  for (const table of ['article_keys', 'positions', 'position_keys', 'position_words', 'vocabulary']) {
    await connection.query(`ANALYZE ${table}`);
  }
}
