import type { JobConnection } from '../../database/types.ts';
import type { DocumentChange, KeyEntry } from './index-changes.ts';

type Postgres = Extract<JobConnection, { dialect: 'postgres' }>;

const KEY_ROWS =
  'unnest($1::int[], $2::text[], $3::bigint[], $4::int[]) AS r (in_stock, key, position_id, kind)';

const keyColumns = (entries: readonly KeyEntry[]): unknown[] => [
  entries.map((entry) => entry.inStock),
  entries.map((entry) => entry.key),
  entries.map((entry) => entry.positionId),
  entries.map((entry) => entry.kind),
];

/** Writes the keys of one planned batch. */
export async function writePostgresKeys(
  connection: Postgres,
  removed: readonly KeyEntry[],
  added: readonly KeyEntry[],
): Promise<void> {
  if (removed.length > 0) {
    await connection.query(
      `DELETE FROM position_keys k USING ${KEY_ROWS}
       WHERE k.in_stock = r.in_stock AND k.key = r.key AND k.position_id = r.position_id AND k.kind = r.kind`,
      keyColumns(removed),
    );
  }
  if (added.length > 0) {
    await connection.query(
      `INSERT INTO position_keys SELECT * FROM ${KEY_ROWS} ON CONFLICT DO NOTHING`,
      keyColumns(added),
    );
  }
}

/** Writes documents, a statement for those that go and one for the rest. */
export async function writePostgresDocuments(
  connection: Postgres,
  documents: readonly DocumentChange[],
): Promise<void> {
  const gone = documents.filter(({ after }) => after === null).map(({ id }) => id);
  if (gone.length > 0) {
    await connection.query(
      'DELETE FROM position_words w USING unnest($1::bigint[]) gone(id) WHERE w.position_id = gone.id',
      [gone],
    );
  }
  const kept = documents.flatMap(({ id, after }) => (after ? [{ id, ...after }] : []));
  if (kept.length === 0) return;
  await connection.query(
    `INSERT INTO position_words (position_id, in_stock, words)
     SELECT id, in_stock, array_to_tsvector(string_to_array(words, ' '))
     FROM unnest($1::bigint[], $2::int[], $3::text[]) AS r (id, in_stock, words)
     ON CONFLICT (position_id) DO UPDATE SET in_stock = excluded.in_stock, words = excluded.words`,
    [kept.map(({ id }) => id), kept.map(({ inStock }) => inStock), kept.map(({ words }) => words)],
  );
}

/** Adds to the number of positions that hold each word. */
export async function countPostgresWords(
  connection: Postgres,
  counts: readonly (readonly [word: string, count: number])[],
): Promise<void> {
  await connection.query(
    `INSERT INTO vocabulary (word, row_count) SELECT * FROM unnest($1::text[], $2::bigint[])
     ON CONFLICT (word) DO UPDATE SET row_count = vocabulary.row_count + excluded.row_count`,
    [counts.map(([word]) => word), counts.map(([, count]) => count)],
  );
}

/** Share of the documents after whose change the planner is told at once; smaller changes are left to autovacuum. */
const GROWN = 0.1;

/** Forgets words no position holds and tells the planner what the tables look like after so many changed documents. */
export async function finishPostgresIndex(connection: Postgres, documents: number): Promise<void> {
  await connection.query('DELETE FROM vocabulary WHERE row_count <= 0');
  const [grown] = await connection.query(
    `SELECT FROM pg_class WHERE oid = 'position_words'::regclass AND $1 > ${GROWN} * greatest(reltuples, 1)`,
    [documents],
  );
  if (!grown) return;
  for (const table of ['article_keys', 'positions', 'position_keys', 'position_words', 'vocabulary']) {
    await connection.query(`ANALYZE ${table}`);
  }
}
