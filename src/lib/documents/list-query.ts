// The filters, order and tab of a list of documents as its address has them.
import { atom } from 'nanostores';
import * as words from '../../../contract/documents/words.ts';
import { DOCUMENT_PAGE_MAX, DOCUMENT_PAGE_SIZE } from '../../../contract/limits.ts';
import { deviceMemory } from '../platform/device-memory.ts';
import { addressFilters } from '../platform/paths.ts';

/** Filters of a list of documents, in their order in an address. */
const NAMES = [...words.LIST_FILTERS, 'limit'] as const;
type Name = (typeof NAMES)[number];

type ListFilterTexts = Readonly<Partial<Record<words.ListFilterName, string>>>;

export type DocumentQuery = Readonly<Partial<Record<Name, string>>>;

const LIMIT = String(DOCUMENT_PAGE_SIZE);

/** The four tiles of the home, which are tabs of the list, with their queries. */
export const TILES = {
  forApproval: { ...words.TAB_FILTERS.forApproval, limit: LIMIT },
  forReview: { ...words.TAB_FILTERS.forReview, limit: LIMIT },
  outgoing: { ...words.TAB_FILTERS.outgoing, limit: LIMIT },
  mine: { ...words.TAB_FILTERS.mine, limit: LIMIT },
} as const satisfies Record<string, DocumentQuery>;
export type Tile = keyof typeof TILES;
export const TILE_NAMES = Object.keys(TILES) as readonly Tile[];

const filters = addressFilters(NAMES);
export const { queryOf } = filters;

/** The query for an address or a call: `?acceptor=0&limit=50`. */
export const queryText = (query: DocumentQuery): string => filters.queryText(query) || '?';

/** The tile of a query, whatever its other filters; null: none of the four. */
export function tileOf({ acceptor, recipient, author }: DocumentQuery): Tile | null {
  const asked = [acceptor, recipient, author].filter(Boolean);
  if (asked.length === 0) return 'mine';
  if (asked.length > 1) return null;
  if (acceptor === '0') return 'forApproval';
  if (recipient === '0') return 'forReview';
  return author === '1' ? 'outgoing' : null;
}

/** The list of what waits for a person, the oldest first. */
export const queryOfPerson = (uid: string): DocumentQuery => ({ asked: uid, sort: 'since', limit: LIMIT });

/** Whether a query has filters beside its tile. */
export const isNarrowed = (query: DocumentQuery): boolean =>
  words.NARROWING_FILTERS.some((name) => Boolean(query[name]));

/** The query of the tile alone, in the same order. */
export const withoutNarrowing = (query: DocumentQuery): DocumentQuery =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => !(words.NARROWING_FILTERS as readonly string[]).includes(name)),
  );

/** Filters and order of a query, which a view stores. */
export const filterOf = ({ limit: _limit, ...filter }: DocumentQuery): ListFilterTexts => filter;

export const queryOfView = ({ filter }: { readonly filter: ListFilterTexts }): DocumentQuery => ({
  ...queryOf(filter as Record<string, string>),
  limit: LIMIT,
});

/** The same filters and order in another tile. */
export const inTile = (query: DocumentQuery, tile: Tile): DocumentQuery => {
  const { acceptor: _acceptor, recipient: _recipient, author: _author, ...rest } = query;
  return { ...rest, ...TILES[tile] };
};

export function pageSizeOf({ limit }: DocumentQuery): number {
  const asked = Number(limit);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, DOCUMENT_PAGE_MAX) : DOCUMENT_PAGE_SIZE;
}

export interface Order {
  readonly by: words.ListSort;
  readonly isDescending: boolean;
}

/** Columns that are sorted descending first. */
const LATEST_FIRST: readonly words.ListSort[] = ['saved'];

/** The order of a sort parameter; by default the newest document is first. */
export function orderOf(sort = ''): Order {
  const isDescending = sort.startsWith('-');
  const by = words.LIST_SORTS.find((name) => name === sort.slice(isDescending ? 1 : 0));
  return by ? { by, isDescending } : { by: 'num', isDescending: true };
}

/** The sort parameter of an order; '' for the default. */
export const sortText = ({ by, isDescending }: Order): string =>
  by === 'num' && isDescending ? '' : `${isDescending ? '-' : ''}${by}`;

/** The order after a click on the heading of a column: its own first, then reversed, then the default. */
export function pressed(order: Order, by: words.ListSort): Order {
  const own = { by, isDescending: LATEST_FIRST.includes(by) };
  if (order.by !== by) return own;
  return order.isDescending === own.isDescending ? { by, isDescending: !own.isDescending } : orderOf();
}

export const LAYOUTS = ['table', 'cards'] as const;
export type Layout = (typeof LAYOUTS)[number];

const KEY = 'documentList';

/** The layout of lists, kept on this device. */
export const $layout = atom<Layout>(LAYOUTS.find((one) => one === deviceMemory.getItem(KEY)) ?? 'table');

export function chooseLayout(layout: Layout): void {
  deviceMemory.setItem(KEY, layout);
  $layout.set(layout);
}
