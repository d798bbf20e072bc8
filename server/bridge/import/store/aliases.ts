import { aliasOf, aliasWithId } from '../../../text/alias.ts';
import type { StoredPosition } from './position.ts';

/** The alias that a position asks for: from article, title, brand and manufacturer. */
export const wantedAlias = (position: StoredPosition, brandTitle: string): string =>
  aliasOf(position.article, position.title, brandTitle, position.manufacturer);

/** The wanted aliases, with the id at the end of those that are taken. */
export function freeAliases(
  wanted: readonly string[],
  ids: readonly number[],
  taken: Iterable<string>,
): string[] {
  const used = new Set(taken);
  return wanted.map((alias, at) => {
    if (used.has(alias)) return aliasWithId(alias, ids[at] as number);
    used.add(alias);
    return alias;
  });
}
