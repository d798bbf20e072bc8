import type { Position, SearchAnswer, SuggestAnswer, Suggestion } from '../../../contract/bridge.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import type { ListFileAnswer, ListPartsAnswer } from '../../../contract/list-search.ts';
import type { CardAddress } from '../card/card-store.ts';
import { openBridge } from '../http/client.ts';
import type { PriceListFormat } from '../price-lists/download-store.ts';
import type { SearchPlace } from './search-store.ts';

/** One page of search results; `place` is null for the first; `isStrict`: nothing is read otherwise. Throws what ky throws. */
export function askSearch(
  query: string,
  place: SearchPlace | null,
  signal: AbortSignal,
  isStrict: boolean,
): Promise<SearchAnswer> {
  const searchParams = {
    query,
    ...(isStrict && { strict: 1 }),
    limit: SEARCH_PAGE_SIZE,
    ...(place && { offset: place.offset, last: place.last, ...(place.cursor && { cursor: place.cursor }) }),
  };
  return openBridge.get('search/', { searchParams, signal }).json<SearchAnswer>();
}

/** Suggestions for a query that is being typed. Throws what ky throws. */
export async function askSuggestions(query: string, signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await openBridge
    .get('search/suggest', { searchParams: { query }, signal })
    .json<SuggestAnswer>();
  return answer.suggestions;
}

/** Finds the parts of many lines with quantities at once. Throws what ky throws. */
export function searchList(lines: string): Promise<ListPartsAnswer> {
  return openBridge.post('search/list/parts', { json: { lines } }).json<ListPartsAnswer>();
}

/** The answer of `searchList` as an Excel file. Throws what ky throws. */
export function exportList(lines: string): Promise<Blob> {
  const searchParams = { format: 'xlsx' };
  return openBridge.post('search/list/parts', { json: { lines }, searchParams, timeout: false }).blob();
}

/** The lines of a list in a file. Throws what ky throws. */
export function readListFile(file: File): Promise<ListFileAnswer> {
  const body = new FormData();
  body.set('file', file);
  return openBridge.post('search/list/file', { body, timeout: false }).json<ListFileAnswer>();
}

/** One position by id or alias; an old alias gives the position under its current one. Throws what ky throws. */
export function askCard(address: CardAddress): Promise<Position> {
  const path = 'alias' in address ? `card/product/${address.alias}` : `card/${address.id}`;
  return openBridge.get(path).json<Position>();
}

/** The whole price list; building a large one may take a while, so nothing times it out. Throws what ky throws. */
export function fetchPriceList(format: PriceListFormat): Promise<Blob> {
  const searchParams = format === 'csv' ? { format } : {};
  return openBridge.get('file/download', { searchParams, timeout: false }).blob();
}
