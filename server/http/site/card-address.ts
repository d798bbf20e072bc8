/** What an address of a card names. */
export type CardAddress = { readonly id: number } | { readonly alias: string };

const CARD = /^\/catalog\/(?:product\/([^/]+)|(\d{1,15}))\/?$/;

/** The card that a path, still encoded, names; null for any other and for a broken one. */
export function cardAddress(path: string): CardAddress | null {
  const [, alias, id] = CARD.exec(path) ?? [];
  if (id !== undefined) return { id: Number(id) };
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
