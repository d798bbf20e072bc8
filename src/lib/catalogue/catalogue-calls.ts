import type * as parts from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import { type PartsQuestion, questionParameters } from '../../../rules/catalogue/question.ts';
import { openBridge } from '../platform/http-client.ts';

/** One page of parts that answer a question. Throws what ky throws. */
export function askParts(question: PartsQuestion, signal: AbortSignal): Promise<parts.PartsAnswer> {
  const searchParams = { ...questionParameters(question), limit: SEARCH_PAGE_SIZE };
  return openBridge.get('parts/', { searchParams, signal }).json<parts.PartsAnswer>();
}

/** The first parts for a query that is being typed. Throws what ky throws. */
export function askSuggestions(query: string, signal: AbortSignal): Promise<parts.PartsAnswer> {
  const searchParams = { query, limit: SUGGESTED_PARTS };
  return openBridge.get('parts/', { searchParams, signal }).json<parts.PartsAnswer>();
}

/** Finds the parts of many lines with quantities at once. Throws what ky throws. */
export function searchList(lines: string): Promise<parts.ListPartsAnswer> {
  return openBridge.post('search/list/parts', { json: { lines } }).json<parts.ListPartsAnswer>();
}

/** The answer of `searchList` as an Excel file. Throws what ky throws. */
export function exportList(lines: string): Promise<Blob> {
  const searchParams = { format: 'xlsx' };
  return openBridge.post('search/list/parts', { json: { lines }, searchParams, timeout: false }).blob();
}

/** The lines of a list in a file. Throws what ky throws. */
export function readListFile(file: File): Promise<parts.ListFileAnswer> {
  const body = new FormData();
  body.set('file', file);
  return openBridge.post('search/list/file', { body, timeout: false }).json<parts.ListFileAnswer>();
}

/** One position by id or alias; an old alias gives the position under its current one. Throws what ky throws. */
export function askCard(address: CardAddress): Promise<Position> {
  const path = 'alias' in address ? `card/product/${address.alias}` : `card/${address.id}`;
  return openBridge.get(path).json<Position>();
}

/** All offers of the part of a position. Throws what ky throws. */
export async function askOffers(id: number): Promise<readonly parts.Offer[]> {
  return (await openBridge.get(`card/${id}/part`).json<parts.PartAnswer>()).offers;
}

/** Which card an address asks for. */
export type CardAddress = { readonly id: string } | { readonly alias: string };

/** How many parts are suggested. */
const SUGGESTED_PARTS = 6;
