import { LIST_SORTS, type ListSort } from '../../../contract/document-lists.ts';

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
  order.by === by
    ? { by, isDescending: !order.isDescending }
    : { by, isDescending: LATEST_FIRST.includes(by) };
