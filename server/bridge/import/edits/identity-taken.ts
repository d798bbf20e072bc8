import type { StoredPosition } from '../store/position.ts';
import type { ImportStore } from '../store/store.ts';

/**
 * Which of the positions would take an identity (provider, brand, article key, manufacturer key) that another one has;
 * `stored` are the same positions as the table has them.
 */
export async function identityTaken(
  store: ImportStore,
  wanted: readonly StoredPosition[],
  stored: ReadonlyMap<number, StoredPosition>,
): Promise<ReadonlySet<number>> {
  const renamed = wanted.filter(
    ({ id, manufacturer_key }) => stored.get(id)?.manufacturer_key !== manufacturer_key,
  );
  const taken = new Set<number>();
  for (const group of byOwners(renamed)) {
    const keys = [...new Set(group.map(({ article_key }) => article_key))];
    const { provider_id, brand_id } = group[0] as StoredPosition;
    const owners = new Map(
      (await store.positionsByKeys(provider_id, [brand_id], keys)).map((row) => [identity(row), row.id]),
    );
    for (const position of group) {
      const owner = owners.get(identity(position));
      if (owner !== undefined && owner !== position.id) taken.add(position.id);
      else owners.set(identity(position), position.id);
    }
  }
  return taken;
}

const identity = ({ article_key, manufacturer_key }: StoredPosition): string =>
  `${article_key}\n${manufacturer_key}`;

/** Positions by provider and brand; usually all have one. */
function byOwners(positions: readonly StoredPosition[]): Iterable<StoredPosition[]> {
  const groups = new Map<string, StoredPosition[]>();
  for (const position of positions) {
    const key = `${position.provider_id} ${position.brand_id}`;
    const group = groups.get(key);
    if (group) group.push(position);
    else groups.set(key, [position]);
  }
  return groups.values();
}
