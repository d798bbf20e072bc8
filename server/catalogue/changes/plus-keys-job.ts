// A job that runs once after an upgrade: gives articles with a plus sign the search keys of the present version.
import type { Job, JobConnection } from '../../platform/database/jobs.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { articleKeyIds, finishIndex, indexChanges } from '../search-index/index-writer.ts';
import { type IndexedRow, SELECTED_INDEXED } from '../search-index/tokens.ts';
import { renewParts } from './renew-parts.ts';
import { newVersion, query } from './upkeep-batches.ts';

const BATCH = 1_000;

/** The characters that a key spells as a plus. */
const SIGNS = ['+', '＋', '﹢', '⁺', '₊', '﬩'];
const HOLDS_PLUS = ['article', 'code']
  .flatMap((column) => SIGNS.map((sign) => `p.${column} LIKE '%${sign}%'`))
  .join(' OR ');

type Row = IndexedRow & { readonly key_id: number };

/** Renews once the keys of positions with a plus; the old keys are these without it, so that none can clash. */
const renewPlusKeys: Job<null, number> = async (connection) => {
  const sql = "DELETE FROM pending_upkeep WHERE name = 'plus-keys' RETURNING name";
  if ((await query(connection, sql, [])).length === 0) return 0;
  let renewed = 0;
  for (let last = 0; ; ) {
    const rows = await query<Row>(
      connection,
      `SELECT ${SELECTED_INDEXED}, p.key_id FROM positions p JOIN article_keys k ON k.id = p.key_id
       WHERE p.id > $1 AND (${HOLDS_PLUS}) ORDER BY p.id LIMIT ${BATCH}`,
      [last],
    );
    if (rows.length === 0) break;
    renewed += await renewKeys(connection, rows);
    last = rows.at(-1)?.id ?? last;
  }
  if (renewed === 0) return 0;
  await finishIndex(connection);
  await newVersion(connection);
  return renewed;
};

export default renewPlusKeys;

async function renewKeys(connection: JobConnection, rows: readonly Row[]): Promise<number> {
  const changes = rows.map(changeOf).filter(({ before, after }) => hasOtherKeys(before, after));
  const keys = changes.map(({ after }) => after.article_key);
  const ids = await articleKeyIds(connection, keys);
  for (const { after } of changes) {
    const keyId = ids.get(after.article_key) as number;
    await query(connection, 'UPDATE positions SET key_id = $1 WHERE id = $2', [keyId, after.id]);
  }
  await renewParts(connection, [...changes.map(({ before }) => before.key_id), ...ids.values()]);
  await indexChanges(connection, changes);
  return changes.length;
}

/** The row as the index has it, where the key of its code was written without a plus, and as it shall be. */
const changeOf = (row: Row): { before: Row; after: Row } => ({
  before: { ...row, code: articleKey(row.code).replaceAll('+', '') },
  after: { ...row, article_key: articleKey(row.article) },
});

const hasOtherKeys = (before: Row, after: Row): boolean =>
  before.article_key !== after.article_key || before.code !== articleKey(after.code);
