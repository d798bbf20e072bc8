// Calls of the API by visitors of the catalogue: search, suggestions, list search, card. All throw what ky (the HTTP
// client) throws.
import type * as parts from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import { type PartsQuestion, questionParameters } from '../../../rules/catalogue/question.ts';
import { openBridge } from '../platform/http-client.ts';

/** One page of parts that answer a question. Throws what ky throws, as all calls here. */
export function askParts(question: PartsQuestion, signal: AbortSignal): Promise<parts.PartsAnswer> {
  const searchParams = { ...questionParameters(question), limit: SEARCH_PAGE_SIZE };
  return openBridge.get('parts/', { searchParams, signal }).json<parts.PartsAnswer>();
}

export function askSuggestions(query: string, signal: AbortSignal): Promise<parts.PartsAnswer> {
  const searchParams = { query, limit: SUGGESTED_PARTS };
  return openBridge.get('parts/', { searchParams, signal }).json<parts.PartsAnswer>();
}

export function searchList(lines: string): Promise<parts.ListPartsAnswer> {
  return openBridge.post('search/list/parts', { json: { lines } }).json<parts.ListPartsAnswer>();
}

export function exportList(lines: string): Promise<Blob> {
  const searchParams = { format: 'xlsx' };
  return openBridge.post('search/list/parts', { json: { lines }, searchParams, timeout: false }).blob();
}

export function readListFile(file: File): Promise<parts.ListFileAnswer> {
  const body = new FormData();
  body.set('file', file);
  return openBridge.post('search/list/file', { body, timeout: false }).json<parts.ListFileAnswer>();
}

/** One position by id or alias; an old alias gives the position under its current one. */
export function askCard(address: CardAddress): Promise<Position> {
  const path = 'alias' in address ? `card/product/${address.alias}` : `card/${address.id}`;
  return openBridge.get(path).json<Position>();
}

/** The part that a position is an offer of. */
export function askPart(id: number): Promise<parts.PartAnswer> {
  return openBridge.get(`card/${id}/part`).json<parts.PartAnswer>();
}

export type CardAddress = { readonly id: string } | { readonly alias: string };

const SUGGESTED_PARTS = 6;
