import { search, suggest } from './catalogue-search.ts';
import type { PartSearch } from './parts/search-parts.ts';
import type { SearchIndex } from './search-index.ts';

/** Queries that walk through every part of the index once, so that the first visitor does not wait for the disk. */
const QUERIES = ['0', '123', 'ка', 'фильтр', 'прокладка двигателя 7'];

/** Reads the upper levels of every index into memory; a failure is left for the first real search to tell. */
export async function warm(index: SearchIndex, parts: PartSearch): Promise<void> {
  try {
    parts.warm();
    for (const query of QUERIES) {
      await search(index, { query, limit: 1, offset: 0, last: 0, cursor: '' }, 0);
      await suggest(index, query);
    }
  } catch {
    // Warming is a courtesy.
  }
}
