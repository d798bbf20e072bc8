import type { Position } from '../../../contract/bridge.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import type { ListFileAnswer, ListPartsAnswer } from '../../../contract/list-search.ts';
import type { Offer, PartAnswer, PartsAnswer } from '../../../contract/parts.ts';
import { type PartsQuestion, questionParameters } from '../../../rules/parts/question.ts';
import type { CardAddress } from '../card/card-store.ts';
import { openBridge } from '../http/client.ts';
import type { PriceListFormat } from '../price-lists/download-store.ts';
import { SUGGESTED_PARTS } from './suggestions.ts';

/** One page of parts that answer a question. Throws what ky throws. */
export function askParts(question: PartsQuestion, signal: AbortSignal): Promise<PartsAnswer> {
  const searchParams = { ...questionParameters(question), limit: SEARCH_PAGE_SIZE };
  return openBridge.get('parts/', { searchParams, signal }).json<PartsAnswer>();
}

/** The first parts for a query that is being typed. Throws what ky throws. */
export function askSuggestions(query: string, signal: AbortSignal): Promise<PartsAnswer> {
  const searchParams = { query, limit: SUGGESTED_PARTS };
  return openBridge.get('parts/', { searchParams, signal }).json<PartsAnswer>();
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

/** All offers of the part of a position. Throws what ky throws. */
export async function askOffers(id: number): Promise<readonly Offer[]> {
  return (await openBridge.get(`card/${id}/part`).json<PartAnswer>()).offers;
}

/** The whole price list; building a large one may take a while, so nothing times it out. Throws what ky throws. */
export function fetchPriceList(format: PriceListFormat): Promise<Blob> {
  const searchParams = format === 'csv' ? { format } : {};
  return openBridge.get('file/download', { searchParams, timeout: false }).blob();
}
