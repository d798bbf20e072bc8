import type { JobConnection } from '../../../database/types.ts';
import { articleKeyIds } from '../../search/article-keys.ts';
import { freeAliases, wantedAlias } from './aliases.ts';
import type { StoredPosition } from './position.ts';
import type { ImportStore } from './store.ts';

export interface Numbering {
  readonly connection: JobConnection;
  readonly store: ImportStore;
  readonly brandTitle: (brandId: number) => string;
}

/** New positions with their ids, the ids of their article keys and aliases that nobody has; ready to be inserted. */
export async function numberNew<New extends StoredPosition>(
  { connection, store, brandTitle }: Numbering,
  positions: readonly New[],
): Promise<New[]> {
  if (positions.length === 0) return [];
  const keyIds = await articleKeyIds(
    connection,
    positions.map(({ article_key }) => article_key),
  );
  const ids = await store.nextIds(positions.length);
  const wanted = positions.map((position) => wantedAlias(position, brandTitle(position.brand_id)));
  const aliases = await freeAliases(store, wanted, ids);
  return positions.map((position, at) => ({
    ...position,
    id: ids[at] as number,
    key_id: keyIds.get(position.article_key) as number,
    alias: aliases[at] as string,
  }));
}
