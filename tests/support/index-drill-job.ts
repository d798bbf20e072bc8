import { removePositions } from '../../server/catalogue/changes/upkeep-batches.ts';
import { articleKeyIds, finishIndex, indexChanges } from '../../server/catalogue/search-index/index-writer.ts';
import type { IndexedRow } from '../../server/catalogue/search-index/tokens.ts';
import type { Job, JobConnection } from '../../server/platform/database/jobs.ts';
import { articleKey } from '../../server/platform/text/article-key.ts';

/** What becomes of a position: new texts, or null for its removal. */
export interface DrillStep {
  readonly id: number;
  readonly row: Pick<IndexedRow, 'article' | 'code' | 'title' | 'manufacturer' | 'in_stock' | 'hidden'> | null;
}

async function query<Row>(connection: JobConnection, sql: string, values: unknown[] = []): Promise<Row[]> {
  if (connection.dialect === 'postgres') return connection.query<Row>(sql, values);
  return connection.db.prepare(sql.replace(/\$(\d+)/g, '?$1')).all(...(values as string[])) as Row[];
}

/** Removes what an earlier run left, then applies batches of steps to positions of brand 1 and provider 1. */
const drill: Job<readonly (readonly DrillStep[])[], null> = async (connection, batches) => {
  await removePositions(connection, { brandId: 1 });
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
  return null;
};
export default drill;

async function writeRow(connection: JobConnection, id: number, row: IndexedRow | null): Promise<void> {
  await query(connection, 'DELETE FROM positions WHERE id = $1', [id]);
  if (!row) return;
  const keyIds = await articleKeyIds(connection, [row.article_key]);
  await query(
    connection,
    `INSERT INTO positions (id, provider_id, brand_id, key_id, manufacturer_key, article, title, manufacturer, code,
       price_day, in_stock, alias, created_at, updated_at, hidden)
     VALUES ($1, 1, 1, $8, $2, $3, $4, $5, $6, 1, $7, $2, 0, 0, $9)`,
    [
      id,
      `m${id}`,
      row.article,
      row.title,
      row.manufacturer,
      row.code,
      row.in_stock,
      keyIds.get(row.article_key),
      row.hidden,
    ],
  );
}
