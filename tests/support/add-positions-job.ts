import { renewParts } from '../../server/catalogue/changes/renew-parts.ts';
import { articleKeyIds, finishIndex, indexChanges } from '../../server/catalogue/search-index/index-writer.ts';
import type { Job, JobConnection } from '../../server/platform/database/jobs.ts';
import { aliasOf, aliasWithId } from '../../server/platform/text/alias.ts';
import { articleKey, manufacturerKey } from '../../server/platform/text/article-key.ts';

/** What a test says of a position; the rest has a default. Prices in kopecks, sizes in hundredths. */
export interface NewPosition {
  readonly article: string;
  readonly title?: string;
  readonly manufacturer?: string;
  readonly code?: string;
  readonly price?: number;
  readonly amount?: number;
  readonly priceDay?: number;
  readonly brandId?: number;
  readonly providerId?: number;
  readonly weight?: number;
  readonly photo?: string | null;
  readonly alias?: string;
  readonly hidden?: number;
}

async function query<Row>(connection: JobConnection, sql: string, values: readonly unknown[]): Promise<Row[]> {
  if (connection.dialect === 'postgres') return connection.query<Row>(sql, values);
  return connection.db.prepare(sql.replace(/\$(\d+)/g, '?$1')).all(...(values as string[])) as Row[];
}

/** Adds positions with their place in the search index; resolves to their ids. */
const addPositions: Job<readonly NewPosition[], number[]> = async (connection, positions) => {
  const ids: number[] = [];
  for (const given of positions) {
    const { article, title = '', manufacturer = '', code = '', price = 100, amount = 1 } = given;
    const key = articleKey(article);
    const keyIds = await articleKeyIds(connection, [key]);
    const brandId = given.brandId ?? 1;
    const alias = given.alias ?? aliasWithId(aliasOf(article, title, '', manufacturer), ids.length);
    const row = {
      provider_id: given.providerId ?? 1,
      brand_id: brandId,
      key_id: keyIds.get(key) ?? 0,
      manufacturer_key: manufacturerKey(manufacturer),
      article,
      title,
      manufacturer,
      code,
      price,
      amount,
      price_day: given.priceDay ?? 20_000,
      in_stock: amount > 0 ? 1 : 0,
      weight: given.weight ?? 0,
      photo: given.photo ?? null,
      alias,
      created_at: 1_700_000_000_000,
      updated_at: 1_700_000_000_000,
      hidden: given.hidden ?? 0,
    };
    const [part_id = 0] = await renewParts(connection, [], [row]);
    const written = { ...row, part_id };
    const names = Object.keys(written);
    const places = names.map((_, index) => `$${index + 1}`);
    const [created] = await query<{ id: number }>(
      connection,
      `INSERT INTO positions (${names}) VALUES (${places}) RETURNING id`,
      Object.values(written),
    );
    const id = created?.id ?? 0;
    ids.push(id);
    await indexChanges(connection, [{ before: null, after: { ...row, id, article_key: key } }]);
  }
  await finishIndex(connection);
  await query(connection, 'UPDATE catalogue_state SET version = version + 1 RETURNING version', []);
  return ids;
};
export default addPositions;
