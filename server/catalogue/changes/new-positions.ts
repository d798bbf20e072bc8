// Numbers new positions and gives them the alias in their page address, for imports; fills an empty catalogue for the
// demonstration.
import type { ColumnsWith, PositionRecord } from '../../../contract/catalogue/columns.ts';
import type { JobConnection } from '../../platform/database/jobs.ts';
import { aliasOf, aliasWithId } from '../../platform/text/alias.ts';
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';
import { BLANK, type StoredPosition } from '../context/position.ts';
import { articleKeyIds, finishIndex, indexChanges } from '../search-index/index-writer.ts';
import { type NewPosition, PositionStore } from './position-store.ts';
import { renewParts } from './renew-parts.ts';

const BATCH = 1_000;

/** A made-up position: what a price list could say of it, and a photo; prices in kopecks, sizes in hundredths of mm and kg. */
export interface MadePosition extends Partial<Pick<PositionRecord, ColumnsWith<'imported'> | 'photo'>> {
  readonly brand: string;
  readonly provider: string;
  readonly article: string;
}

interface Filling {
  /** Titles of all that the positions name. */
  readonly brands: readonly string[];
  readonly providers: readonly string[];
  readonly positions: Iterable<MadePosition>;
  readonly now: number;
  /** Days since the epoch. */
  readonly today: number;
}

/** Fills an empty catalogue in the caller's transaction; no two positions may share an identity. Answers how many. */
export async function fillCatalogue(
  connection: JobConnection,
  { brands, providers, positions, now, today }: Filling,
): Promise<number> {
  const store = new PositionStore(connection);
  await store.begin();
  const brandIds = await store.addOwners('brands', brands, now);
  const providerIds = await store.addOwners('providers', providers, now);
  const brandTitles = new Map([...brandIds].map(([title, id]) => [id, title]));
  const brandTitle = (id: number) => brandTitles.get(id) ?? '';
  let count = 0;
  let batch: NewPosition[] = [];
  const flush = async (): Promise<void> => {
    await addPositions({ connection, store, brandTitle, now }, batch);
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

interface Adding {
  readonly connection: JobConnection;
  readonly store: PositionStore;
  readonly brandTitle: (brandId: number) => string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Adds positions of any article key, best about 1000 at a time: with ids, aliases, parts and search index; the run must
 * end with `finishIndex`. Answers them as they are stored.
 */
export async function addPositions<New extends StoredPosition>(
  { connection, store, brandTitle, now }: Adding,
  positions: readonly New[],
): Promise<New[]> {
  if (positions.length === 0) return [];
  const keys = positions.map(({ article_key }) => article_key);
  const wanted = positions.map((position) => wantedAlias(position, brandTitle(position.brand_id)));
  const [keyIds, ids, taken] = await Promise.all([
    articleKeyIds(connection, keys),
    store.nextIds(positions.length),
    store.takenAliases(wanted),
  ]);
  const aliases = freeAliases(wanted, ids, taken);
  const numbered = positions.map((position, at) => ({
    ...position,
    id: ids[at] as number,
    key_id: keyIds.get(position.article_key) as number,
    alias: aliases[at] as string,
  }));
  const partIds = await renewParts(connection, [], numbered);
  const added = numbered.map((position, at) => ({ ...position, part_id: partIds[at] as number }));
  await store.insertPositions(added, now);
  await indexChanges(
    connection,
    added.map((after) => ({ before: null, after })),
  );
  return added;
}

export const wantedAlias = (
  position: Pick<StoredPosition, 'article' | 'title' | 'manufacturer'>,
  brandTitle: string,
): string => aliasOf(position.article, position.title, brandTitle, position.manufacturer);

/** The wanted aliases, with the id at the end of those that are taken. */
export function freeAliases(wanted: readonly string[], ids: readonly number[], taken: Iterable<string>): string[] {
  const used = new Set(taken);
  return wanted.map((alias, at) => {
    if (used.has(alias)) return aliasWithId(alias, ids[at] as number);
    used.add(alias);
    return alias;
  });
}
