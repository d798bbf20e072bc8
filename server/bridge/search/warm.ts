import { search, suggest } from './catalogue-search.ts';
import type { PartSearch } from './parts/search-parts.ts';
import type { SearchIndex } from './search-index.ts';

/** Queries that walk through every part of the index once, so that the first visitor does not wait for the disk. */
const QUERIES = ['0', '123', 'ка', 'фильтр', 'прокладка двигателя 7'];

/** What reads the upper levels of every index into memory, in pieces to be done in this order while nobody asks. */
export const warmingOf = (index: SearchIndex, parts: PartSearch): (() => unknown)[] => [
  () => parts.warm(),
  ...QUERIES.flatMap((query) => [
    () => search(index, { query, limit: 1, offset: 0, last: 0, cursor: '' }, 0),
    () => suggest(index, query),
  ]),
];
