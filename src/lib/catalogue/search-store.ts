// State of a buyer's search in the browser: the answer to one query with its further pages; a late answer to an older
// one never shows.
import { atom } from 'nanostores';
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import { SEARCH_PAGE_SIZE } from '../../../contract/limits.ts';
import { asksForParts, NOTHING_FOUND, type PartsQuestion } from '../../../rules/catalogue/question.ts';
import { createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';

/** Asks one page of parts; the cursor of the question says which. Rejects with the error of the call. */
type AskParts = (question: PartsQuestion, signal: AbortSignal) => Promise<PartsAnswer>;

export interface Found extends PartsAnswer {
  readonly loadingMore: boolean;
  readonly moreFailure: Failure | null;
}

export type SearchState =
  | { readonly phase: 'empty' }
  /** `before` is what the same words have found with other filters: it stays until the answer comes. */
  | { readonly phase: 'loading'; readonly question: PartsQuestion; readonly before: Found | null }
  | { readonly phase: 'found'; readonly question: PartsQuestion; readonly found: Found }
  | { readonly phase: 'failed'; readonly question: PartsQuestion; readonly failure: Failure };

const firstPage = (answer: PartsAnswer): Found => ({ ...answer, loadingMore: false, moreFailure: null });

/** Adds a page: what the first one said of the whole answer stays. */
function nextPage(found: Found, { parts, next }: PartsAnswer): Found {
  const known = new Set(found.parts.map(({ id }) => id));
  const added = parts.filter(({ id }) => !known.has(id));
  return {
    ...found,
    parts: [...found.parts, ...added],
    next: added.length > 0 ? next : null,
    loadingMore: false,
    moreFailure: null,
  };
}

/** A refusal of the question itself means that nothing is found; it is no failure to report. */
const findsNothing = (failure: Failure): boolean => failure.kind === 'missing' || failure.kind === 'refused';

/** Parts that a page seen again asks for at most: further down a person searches anew. */
const RESTORED_MAX = 10 * SEARCH_PAGE_SIZE;

interface Given {
  readonly question: PartsQuestion;
  readonly answer: PartsAnswer;
}

/** One search with its pages. A newer question always wins over the late answer of an older one. */
export function createSearch(ask: AskParts, given?: Given) {
  const $search = atom<SearchState>(
    given ? { phase: 'found', question: given.question, found: firstPage(given.answer) } : { phase: 'empty' },
  );
  const latest = createLatest();

  /** Adds pages until so many parts are there, or the last page, or a failure: the button goes on from there. */
  async function grow(question: PartsQuestion, first: Found, rows: number): Promise<Found | null> {
    let found = first;
    while (found.next && found.parts.length < Math.min(rows, RESTORED_MAX)) {
      const page = { ...question, cursor: found.next };
      const answer = await latest.run((signal) => ask(page, signal)).catch(() => undefined);
      if (answer === undefined) return found;
      if (answer === null) return null;
      found = nextPage(found, answer.value);
    }
    return found;
  }

  /** What stays on the page while a question is answered: the same words with other filters. */
  function before(question: PartsQuestion): Found | null {
    const state = $search.get();
    const isSame = state.phase !== 'empty' && state.question.query === question.query;
    if (!isSame) return null;
    return state.phase === 'found' ? state.found : state.phase === 'loading' ? state.before : null;
  }

  /** Shows the first page of an answer, or as many as hold `rows` parts: what the page showed when it was left. */
  async function show(question: PartsQuestion, rows = 0): Promise<void> {
    if (!asksForParts(question)) {
      latest.stop();
      $search.set({ phase: 'empty' });
      return;
    }
    $search.set({ phase: 'loading', question, before: before(question) });
    const { value: answer, failure } = await outcomeOf(() => latest.run((signal) => ask(question, signal)));
    if (failure && !findsNothing(failure)) return $search.set({ phase: 'failed', question, failure });
    if (failure) return $search.set({ phase: 'found', question, found: firstPage(NOTHING_FOUND) });
    const found = answer && (await grow(question, firstPage(answer.value), rows));
    if (found) $search.set({ phase: 'found', question, found });
  }

  async function more(): Promise<void> {
    const state = $search.get();
    if (state.phase !== 'found' || !state.found.next || state.found.loadingMore) return;
    const { question, found } = state;
    const set = (next: Found) => $search.set({ phase: 'found', question, found: next });
    set({ ...found, loadingMore: true, moreFailure: null });
    const page = { ...question, cursor: state.found.next };
    const { value: answer, failure } = await outcomeOf(() => latest.run((signal) => ask(page, signal)));
    if (failure && findsNothing(failure)) set({ ...found, loadingMore: false, next: null, moreFailure: null });
    else if (failure) set({ ...found, loadingMore: false, moreFailure: failure });
    else if (answer) set(nextPage(found, answer.value));
  }

  /** Brings the page that came whole up to so many parts. */
  async function growTo(rows: number): Promise<void> {
    const state = $search.get();
    if (state.phase !== 'found' || state.found.parts.length >= rows) return;
    const found = await grow(state.question, state.found, rows);
    if (found !== null) $search.set({ phase: 'found', question: state.question, found });
  }

  async function retry(): Promise<void> {
    const state = $search.get();
    if (state.phase === 'failed') await show(state.question);
  }

  return { $search, show, more, growTo, retry };
}
