import type { ColumnsWith, PositionRecord } from '../../../contract/columns-by-use.ts';
import type { JobConnection } from '../../database/types.ts';
import { articleKey, manufacturerKey } from '../../text/article-key.ts';
import { renewParts } from '../parts/renew-parts.ts';
import { finishIndex, indexChanges } from '../search/index-writer.ts';
import { type Numbering, numberNew } from './store/number-new.ts';
import { BLANK } from './store/position.ts';
import { ImportStore, type NewPosition } from './store/store.ts';

/** Positions written and indexed at once. */
const BATCH = 1_000;

/** A made-up position: what a price list could say of it, and a photo; units as in the first migration. */
export interface MadePosition extends Partial<Pick<PositionRecord, ColumnsWith<'imported'> | 'photo'>> {
  /** Titles. */
  readonly brand: string;
  readonly provider: string;
  readonly article: string;
}

export interface Filling {
  /** Titles of all that the positions name. */
  readonly brands: readonly string[];
  readonly providers: readonly string[];
  readonly positions: Iterable<MadePosition>;
  /** Milliseconds. */
  readonly now: number;
  /** The day of their prices, days since the epoch. */
  readonly today: number;
}

/**
 * Fills an empty catalogue inside the caller's transaction, search index and version included; no two positions may have
 * one identity. Resolves to their number.
 */
export async function fillCatalogue(
  connection: JobConnection,
  { brands, providers, positions, now, today }: Filling,
): Promise<number> {
  const store = new ImportStore(connection);
  await store.begin();
  const brandIds = await store.addOwners('brands', brands, now);
  const providerIds = await store.addOwners('providers', providers, now);
  const brandTitles = new Map([...brandIds].map(([title, id]) => [id, title]));
  const numbering: Numbering = { connection, store, brandTitle: (id) => brandTitles.get(id) ?? '' };
  let count = 0;
  let batch: NewPosition[] = [];
  const flush = async (): Promise<void> => {
    const created = await numberNew(numbering, batch);
    const partIds = await renewParts(connection, [], created);
    await store.insertPositions(
      created.map((position, at) => ({ ...position, part_id: partIds[at] as number })),
      now,
    );
    await indexChanges(
      connection,
      created.map((after) => ({ before: null, after })),
    );
    count += batch.length;
    batch = [];
  };
  for (const { brand, provider, ...said } of positions) {
    batch.push({
      ...BLANK,
      ...said,
      brand_id: brandIds.get(brand) ?? 0,
      provider_id: providerIds.get(provider) ?? 0,
      article_key: articleKey(said.article),
      manufacturer_key: manufacturerKey(said.manufacturer ?? ''),
      price_day: today,
      in_stock: (said.amount ?? 0) > 0 ? 1 : 0,
    });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  await finishIndex(connection);
  await store.bumpVersion();
  return count;
}
