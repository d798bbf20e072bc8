import type { PositionRecord } from '../../../contract/columns-by-use.ts';
import type { JobConnection } from '../../database/types.ts';
import { aliasOf, aliasWithId } from '../../text/alias.ts';
import { articleKey, manufacturerKey } from '../../text/article-key.ts';
import { articleKeyIds } from '../search/article-keys.ts';
import { indexChanges } from '../search/index-writer.ts';
import type { NewPosition } from './rows.ts';
import { insertPositions } from './statements.ts';

/** Positions written and indexed at once. */
const BATCH = 1_000;

/**
 * Writes made-up positions and their search index inside the caller's transaction, with ids from `firstId` on; no two
 * may have one identity. Resolves to their number. The id sequence and the end of the run are the caller's.
 */
export async function insertNewPositions(
  connection: JobConnection,
  positions: Iterable<NewPosition>,
  { firstId, moment }: { readonly firstId: number; readonly moment: number },
): Promise<number> {
  let nextId = firstId;
  let batch: NewPosition[] = [];
  const flush = async (): Promise<void> => {
    await insertBatch(connection, batch, nextId, moment);
    nextId += batch.length;
    batch = [];
  };
  for (const position of positions) {
    batch.push(position);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return nextId - firstId;
}

async function insertBatch(
  connection: JobConnection,
  batch: readonly NewPosition[],
  firstId: number,
  moment: number,
): Promise<void> {
  const keys = batch.map(({ article }) => articleKey(article));
  const keyIds = await articleKeyIds(connection, keys);
  const records = batch.map((position, at): PositionRecord => {
    const { brand_title, ...columns } = position;
    return {
      ...columns,
      id: firstId + at,
      key_id: keyIds.get(keys[at] ?? '') ?? 0,
      manufacturer_key: manufacturerKey(position.manufacturer),
      in_stock: position.amount > 0 ? 1 : 0,
      alias: aliasOf(position.article, position.title, brand_title, position.manufacturer),
      created_at: moment,
      updated_at: moment,
    };
  });
  const refused = await insertPositions(connection, records);
  const renamed = refused.map((record) => ({ ...record, alias: aliasWithId(record.alias, record.id) }));
  const lost = await insertPositions(connection, renamed);
  if (lost[0]) throw new Error(`position ${lost[0].id} has the identity of another one`);
  await indexChanges(
    connection,
    records.map((record, at) => ({ before: null, after: { ...record, article_key: keys[at] ?? '' } })),
  );
}
