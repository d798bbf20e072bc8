import { matcherOf } from '../../rules/routes/route-match.ts';
import { ROUTES } from '../../rules/routes/routes.ts';

/** What an address of a card names. */
export type CardAddress = { readonly id: number } | { readonly alias: string };

/** Longer numbers are no id: those that JavaScript counts exactly end here. */
const ID_DIGITS_MAX = 15;

const matchAlias = matcherOf(ROUTES.product);
const matchId = matcherOf(ROUTES.card);

/** The card that a path, still encoded, names; null for any other and for a broken one. */
export function cardAddress(path: string): CardAddress | null {
  const id = matchId(path)?.[1];
  if (id !== undefined) return id.length > ID_DIGITS_MAX ? null : { id: Number(id) };
  const alias = matchAlias(path)?.[1];
  const read = alias === undefined ? null : decoded(alias);
  return read === null || read.includes('\0') ? null : { alias: read };
}

/** How a mistyped alias was meant: in small letters, and encoded once only. */
export const meantAlias = (alias: string): string =>
  ((alias.includes('%') && decoded(alias)) || alias).toLowerCase();

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
