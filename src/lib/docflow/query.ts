import {
  LIST_FILTERS,
  type ListFilterName,
  NARROWING_FILTERS,
  TAB_FILTERS,
} from '../../../contract/document-lists.ts';
import { DOCUMENT_PAGE_MAX, DOCUMENT_PAGE_SIZE } from '../../../contract/limits.ts';

/** Filters of a list of documents, in the order they stand in an address. */
const NAMES = [...LIST_FILTERS, 'limit'] as const;
type Name = (typeof NAMES)[number];

type ListFilterTexts = Readonly<Partial<Record<ListFilterName, string>>>;

/** What documents are listed by: the filters that are set. */
export type DocumentQuery = Readonly<Partial<Record<Name, string>>>;

const LIMIT = String(DOCUMENT_PAGE_SIZE);

/** The four ways into the documents, with the query that each stands for. */
export const TILES = {
  forApproval: { ...TAB_FILTERS.forApproval, limit: LIMIT },
  forReview: { ...TAB_FILTERS.forReview, limit: LIMIT },
  outgoing: { ...TAB_FILTERS.outgoing, limit: LIMIT },
  mine: { ...TAB_FILTERS.mine, limit: LIMIT },
} as const satisfies Record<string, DocumentQuery>;
export type Tile = keyof typeof TILES;
export const TILE_NAMES = Object.keys(TILES) as readonly Tile[];

/** Filters of an address; what a list does not know is left out. */
export const queryOf = (search: Readonly<Record<string, string>>): DocumentQuery =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name]?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** The query as it stands in an address and in a call: `?acceptor=0&limit=50`. */
export const queryText = (query: DocumentQuery): string =>
  `?${new URLSearchParams(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))}`;

/** Which tile a query belongs to, whatever else it is narrowed by; null for none of the four. */
export function tileOf({ acceptor, recipient, author }: DocumentQuery): Tile | null {
  const asked = [acceptor, recipient, author].filter(Boolean);
  if (asked.length === 0) return 'mine';
  if (asked.length > 1) return null;
  if (acceptor === '0') return 'forApproval';
  if (recipient === '0') return 'forReview';
  return author === '1' ? 'outgoing' : null;
}

/** Whether a query narrows its tile down. */
export const isNarrowed = (query: DocumentQuery): boolean =>
  NARROWING_FILTERS.some((name) => Boolean(query[name]));

/** The query without anything that narrows its tile down; its order stays. */
export const withoutNarrowing = (query: DocumentQuery): DocumentQuery =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => !(NARROWING_FILTERS as readonly string[]).includes(name)),
  );

/** The filter and the order of a query: what a view keeps. */
export const filterOf = ({ limit: _limit, ...filter }: DocumentQuery): ListFilterTexts => filter;

/** The query that a view opens. */
export const queryOfView = ({ filter }: { readonly filter: ListFilterTexts }): DocumentQuery => ({
  ...queryOf(filter as Record<string, string>),
  limit: LIMIT,
});

/** A query of another tile, narrowed and ordered alike. */
export const inTile = (query: DocumentQuery, tile: Tile): DocumentQuery => {
  const { acceptor: _acceptor, recipient: _recipient, author: _author, ...rest } = query;
  return { ...rest, ...TILES[tile] };
};

/** How many documents one fetch asks for. */
export function pageSizeOf({ limit }: DocumentQuery): number {
  const asked = Number(limit);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, DOCUMENT_PAGE_MAX) : DOCUMENT_PAGE_SIZE;
}
