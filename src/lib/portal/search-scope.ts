import type { PortalRoute } from '../../../rules/routes/routes.ts';
import { queryText, TILES } from '../docflow/query.ts';
import { paths } from '../paths/paths.ts';
import { menuPlaceOf } from './places.ts';
import type { Seer } from './seer.ts';

/** What the search of the staff looks through first. */
export type Scope = 'documents' | 'people' | 'slides' | 'requests' | 'positions' | 'catalogue';

const OWN: Readonly<Partial<Record<PortalRoute, Scope>>> = {
  users: 'people',
  binding: 'people',
  slides: 'slides',
  requests: 'requests',
  positions: 'positions',
  docflow: 'documents',
};

/** What is searched on a page: what the page is about, else the documents, for whoever sees none the catalogue. */
export function scopeOf(route: PortalRoute | undefined, { hasDocuments }: Seer): Scope {
  const own = route && (OWN[route] ?? OWN[menuPlaceOf(route)]);
  return own ?? (hasDocuments ? 'documents' : 'catalogue');
}

const withSearch = (path: string, text: string) => `${path}?${new URLSearchParams({ search: text })}`;

/** Where the results of a search stand. */
export const resultsOf: Readonly<Record<Scope, (text: string) => string>> = {
  documents: (text) => paths.documents(queryText({ ...TILES.mine, search: text })),
  people: (text) => withSearch(paths.users, text),
  slides: (text) => paths.slides(text),
  requests: (text) => withSearch(paths.requests, text),
  positions: (text) => withSearch(paths.positions, text),
  catalogue: (text) => paths.search(text),
};
