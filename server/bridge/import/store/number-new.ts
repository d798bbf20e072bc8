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
  const keys = positions.map(({ article_key }) => article_key);
  const wanted = positions.map((position) => wantedAlias(position, brandTitle(position.brand_id)));
  const [keyIds, ids, taken] = await Promise.all([
    articleKeyIds(connection, keys),
    store.nextIds(positions.length),
    store.takenAliases(wanted),
  ]);
  const aliases = freeAliases(wanted, ids, taken);
  return positions.map((position, at) => ({
    ...position,
    id: ids[at] as number,
    key_id: keyIds.get(position.article_key) as number,
    alias: aliases[at] as string,
  }));
}
