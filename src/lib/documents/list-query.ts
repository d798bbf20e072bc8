import { atom } from 'nanostores';
import {
  LIST_FILTERS,
  LIST_SORTS,
  type ListFilterName,
  type ListSort,
  NARROWING_FILTERS,
  TAB_FILTERS,
} from '../../../contract/documents/words.ts';
import { DOCUMENT_PAGE_MAX, DOCUMENT_PAGE_SIZE } from '../../../contract/limits.ts';
import { deviceMemory } from '../platform/device-memory.ts';
import { addressFilters } from '../platform/paths.ts';

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

const filters = addressFilters(NAMES);
export const { queryOf } = filters;

/** The query as it stands in an address and in a call: `?acceptor=0&limit=50`. */
export const queryText = (query: DocumentQuery): string => filters.queryText(query) || '?';

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
export const isNarrowed = (query: DocumentQuery): boolean => NARROWING_FILTERS.some((name) => Boolean(query[name]));

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

/** What a list is sorted by, and from which end. */
export interface Order {
  readonly by: ListSort;
  readonly isDescending: boolean;
}

/** Columns that begin with their largest: the newest document, the last change. */
const LATEST_FIRST: readonly ListSort[] = ['num', 'saved'];

/** The order of an address; the newest document first where it names none. */
export function orderOf(sort = ''): Order {
  const isDescending = sort.startsWith('-');
  const by = LIST_SORTS.find((name) => name === sort.slice(isDescending ? 1 : 0));
  return by ? { by, isDescending } : { by: 'num', isDescending: true };
}

/** An order in an address; '' for the one that needs not be named. */
export const sortText = ({ by, isDescending }: Order): string =>
  by === 'num' && isDescending ? '' : `${isDescending ? '-' : ''}${by}`;

/** The order after a press on the heading of a column: its own first, then the other way round. */
export const pressed = (order: Order, by: ListSort): Order =>
  order.by === by ? { by, isDescending: !order.isDescending } : { by, isDescending: LATEST_FIRST.includes(by) };

export const LAYOUTS = ['table', 'cards'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Local storage key of how lists of documents look on this device. */
const KEY = 'documentList';

/** How lists of documents look: kept on the device. */
export const $layout = atom<Layout>(LAYOUTS.find((one) => one === deviceMemory.getItem(KEY)) ?? 'table');

export function chooseLayout(layout: Layout): void {
  deviceMemory.setItem(KEY, layout);
  $layout.set(layout);
}
