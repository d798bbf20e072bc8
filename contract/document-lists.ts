/** Columns that a list of documents is sorted by. Plain constants, for the browser too. */
export const LIST_SORTS = ['num', 'title', 'task', 'directing', 'author', 'state', 'since', 'saved'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** What narrows a list of documents down, whichever of the four ways leads into it. */
export const NARROWING_FILTERS = [
  'directing',
  'task',
  'state',
  'creator',
  'signatory',
  'from',
  'to',
  'overdue',
  'search',
] as const;

export type NarrowingName = (typeof NARROWING_FILTERS)[number];

/** What a list of documents is narrowed and sorted by, as it stands in addresses, calls and saved views. */
export const LIST_FILTERS = ['acceptor', 'recipient', 'author', ...NARROWING_FILTERS, 'sort'] as const;
export type ListFilterName = (typeof LIST_FILTERS)[number];

/** What counts are told of: the four ways into the documents. */
export const LIST_TABS = ['forApproval', 'forReview', 'outgoing', 'mine'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** The filter that makes a way of its own. */
export const TAB_FILTERS = {
  forApproval: { acceptor: '0' },
  forReview: { recipient: '0' },
  outgoing: { author: '1' },
  mine: {},
} as const satisfies Record<ListTab, Partial<Record<ListFilterName, string>>>;
