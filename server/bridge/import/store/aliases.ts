import { aliasOf, aliasWithId } from '../../../text/alias.ts';
import type { StoredPosition } from './position.ts';
import type { ImportStore } from './store.ts';

/** The alias that a position asks for: from article, title, brand and manufacturer. */
export const wantedAlias = (position: StoredPosition, brandTitle: string): string =>
  aliasOf(position.article, position.title, brandTitle, position.manufacturer);

/** The wanted aliases, with the id at the end of those that are taken; `inserting` stand in no table yet. */
export async function freeAliases(
  store: ImportStore,
  wanted: readonly string[],
  ids: readonly number[],
  inserting: readonly StoredPosition[] = [],
): Promise<string[]> {
  const taken = await store.takenAliases(wanted);
  for (const { alias } of inserting) taken.add(alias);
  return wanted.map((alias, at) => {
    if (taken.has(alias)) return aliasWithId(alias, ids[at] as number);
    taken.add(alias);
    return alias;
  });
}
