import type { NameKind } from '../../rules/parts/names.ts';
import { matcherOf } from '../../rules/routes/route-match.ts';
import { ROUTES } from '../../rules/routes/routes.ts';

/** What an address of pages to browse names: the list of a kind, or a page of the parts of one name. */
export type BrowseAddress =
  | { readonly kind: NameKind; readonly slug: null }
  | { readonly kind: NameKind; readonly slug: string; readonly page: number };

const KINDS = [
  { kind: 'maker', list: /^\/catalog\/makers\/?$/, match: matcherOf(ROUTES.maker) },
  { kind: 'brand', list: /^\/catalog\/brands\/?$/, match: matcherOf(ROUTES.brand) },
] as const;

/** Longer numbers are no page. */
const PAGE = /^[1-9]\d{0,5}$/;

/** What a path, still encoded, and its query name; null for any other, page 0 for a number that is none. */
export function browseAddress(path: string, query: string): BrowseAddress | null {
  for (const { kind, list, match } of KINDS) {
    if (list.test(path)) return { kind, slug: null };
    const written = match(path)?.[1];
    if (written === undefined) continue;
    const asked = new URLSearchParams(query).get('page') ?? '1';
    return { kind, slug: decoded(written), page: PAGE.test(asked) ? Number(asked) : 0 };
  }
  return null;
}

/** A broken escape names nothing that there is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
