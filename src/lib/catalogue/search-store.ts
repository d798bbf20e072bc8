import { atom } from 'nanostores';
import type { FoundPosition, SearchAnswer, SearchNote } from '../../../contract/bridge.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';

/** Where the next page begins: the cursor of the answer and, for a service without one, offset and last id. */
export interface SearchPlace {
  readonly cursor: string | null;
  readonly offset: number;
  readonly last: number;
}

/** Asks one page of results; `place` is null for the first one; `isStrict`: only as typed. Rejects with the error of the call. */
export type AskSearch = (
  query: string,
  place: SearchPlace | null,
  signal: AbortSignal,
  isStrict: boolean,
) => Promise<SearchAnswer>;

export interface Found {
  readonly rows: readonly FoundPosition[];
  readonly total: number;
  readonly totalIsBound: boolean;
  readonly exact: number;
  /** The query as it was reread, when the typed one found nothing. */
  readonly note: string | null;
  /** What was read otherwise for that. */
  readonly notes: readonly SearchNote[];
  readonly more: boolean;
  readonly place: SearchPlace;
  readonly loadingMore: boolean;
  readonly moreFailure: Failure | null;
}

export type SearchState =
  | { readonly phase: 'empty' }
  | { readonly phase: 'loading'; readonly query: string }
  | { readonly phase: 'found'; readonly query: string; readonly found: Found }
  | { readonly phase: 'nothing'; readonly query: string; readonly isStrict: boolean }
  | { readonly phase: 'failed'; readonly query: string; readonly failure: Failure };

function placeAfter(answer: SearchAnswer, rows: readonly FoundPosition[]): SearchPlace {
  return { cursor: answer.next, offset: answer.offset + answer.limit, last: rows.at(-1)?.id ?? 0 };
}

function firstPage(answer: SearchAnswer): Found {
  const rows = answer.positions;
  return {
    rows,
    total: answer.total ?? rows.length,
    totalIsBound: answer.totalIsBound ?? false,
    exact: answer.exact ?? rows.filter((row) => row.match === 'exact').length,
    note: answer.note ?? null,
    notes: answer.notes ?? [],
    more: answer.more,
    place: placeAfter(answer, rows),
    loadingMore: false,
    moreFailure: null,
  };
}

function nextPage(found: Found, answer: SearchAnswer): Found {
  const known = new Set(found.rows.map((row) => row.id));
  const rows = [...found.rows, ...answer.positions.filter((row) => !known.has(row.id))];
  const more = answer.more && answer.positions.length > 0;
  return {
    ...found,
    rows,
    total: Math.max(found.total, rows.length),
    more,
    place: placeAfter(answer, rows),
    loadingMore: false,
    moreFailure: null,
  };
}

/** A refusal of the query itself means that nothing is found; it is no failure to report. */
const findsNothing = (failure: Failure): boolean => failure.kind === 'missing' || failure.kind === 'refused';

/** Rows that a page seen again asks for at most: further down a person searches anew. */
const RESTORED_MAX = 10 * SEARCH_PAGE_SIZE;

/** One search with its pages. A newer query always wins over the late answer of an older one. */
export function createSearch(ask: AskSearch) {
  const $search = atom<SearchState>({ phase: 'empty' });
  const latest = createLatest();
  let isStrict = false;
  const nothing = (query: string): SearchState => ({ phase: 'nothing', query, isStrict });

  /** Adds pages until so many rows are there, or the last page, or a failure: the button goes on from there. */
  async function grow(query: string, first: Found, rows: number): Promise<Found | null> {
    let found = first;
    while (found.more && found.rows.length < Math.min(rows, RESTORED_MAX)) {
      const { place } = found;
      const answer = await latest.run((signal) => ask(query, place, signal, isStrict)).catch(() => undefined);
      if (answer === undefined) return found;
      if (answer === null) return null;
      found = nextPage(found, answer.value);
    }
    return found;
  }

  /** Shows the first page of a query, or as many as hold `rows` rows: what the page showed when it was left. */
  async function show(text: string, rows = 0, asTyped = false): Promise<void> {
    const query = text.trim();
    isStrict = asTyped;
    if (query === '') {
      latest.stop();
      $search.set({ phase: 'empty' });
      return;
    }
    $search.set({ phase: 'loading', query });
    try {
      const answer = await latest.run((signal) => ask(query, null, signal, isStrict));
      if (answer === null) return;
      if (answer.value.positions.length === 0) {
        $search.set(nothing(query));
        return;
      }
      const found = await grow(query, firstPage(answer.value), rows);
      if (found !== null) $search.set({ phase: 'found', query, found });
    } catch (error) {
      const failure = failureOf(error);
      $search.set(findsNothing(failure) ? nothing(query) : { phase: 'failed', query, failure });
    }
  }

  async function more(): Promise<void> {
    const state = $search.get();
    if (state.phase !== 'found' || !state.found.more || state.found.loadingMore) return;
    const { query, found } = state;
    const set = (next: Found) => $search.set({ phase: 'found', query, found: next });
    set({ ...found, loadingMore: true, moreFailure: null });
    try {
      const answer = await latest.run((signal) => ask(query, found.place, signal, isStrict));
      if (answer !== null) set(nextPage(found, answer.value));
    } catch (error) {
      const failure = failureOf(error);
      const over = findsNothing(failure);
      set({ ...found, loadingMore: false, more: !over, moreFailure: over ? null : failure });
    }
  }

  async function retry(): Promise<void> {
    const state = $search.get();
    if (state.phase === 'failed') await show(state.query, 0, isStrict);
  }

  return { $search, show, more, retry };
}
