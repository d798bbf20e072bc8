import { LIST_SORTS } from '../../contract/documents/words.ts';

/** Lists by one filter each and by several, as their addresses say it; people are those of `addOrganisation`. */
const FILTERS: readonly (readonly [name: string, query: string])[] = [
  ['author', 'creator=bench-7'],
  ['signatory', 'signatory=bench-9'],
  ['direction', 'directing=3'],
  ['direction and type', 'directing=3&task=5'],
  ['type', 'task=5'],
  ['pending', 'state=pending'],
  ['days', 'from=1970-01-01&to=1970-01-01'],
  ['word of every title', 'search=договор'],
  ['author, signatory and state', 'creator=bench-7&signatory=bench-9&state=done'],
  ['type, state and days, by title', 'task=5&state=done&from=1970-01-01&to=1970-01-01&sort=title'],
  ['signatory, by author', 'signatory=bench-9&sort=author'],
];

/** The calls of lists that are measured: every order of everything, and every filter; and what they may take, ms. */
export const LIST_CALLS: readonly { readonly name: string; readonly path: string; readonly most: number }[] = [
  ...LIST_SORTS.flatMap((sort) =>
    ['', '-'].map((end) => ({
      name: `list by ${end}${sort}`,
      path: `/docflow/list?limit=50&sort=${end}${sort}`,
      most: 20,
    })),
  ),
  ...FILTERS.map(([name, query]) => ({ name: `list of ${name}`, path: `/docflow/list?limit=50&${query}`, most: 40 })),
  ...FILTERS.map(([name, query]) => ({ name: `counts of ${name}`, path: `/docflow/list/counts?${query}`, most: 40 })),
  { name: 'counts of every way', path: '/docflow/list/counts', most: 20 },
  { name: 'saved views', path: '/docflow/views', most: 20 },
  { name: 'the queue', path: '/docflow/queue?limit=50', most: 20 },
];
