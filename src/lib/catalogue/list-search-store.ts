import { atom } from 'nanostores';
import type { ListSearchAnswer } from '../../../contract/bridge.ts';
import { ANONYMOUS_BODY_MAX, SEARCH_LIST_MAX, SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import { extensionOf } from '../price-lists/file-extension.ts';

export interface ListSearchCalls {
  search(articles: string): Promise<ListSearchAnswer>;
  /** The same answer as a file. */
  file(articles: string): Promise<Blob>;
}

export type ListSearchState =
  | { readonly phase: 'new' | 'searching' }
  | { readonly phase: 'found'; readonly asked: string; readonly answer: ListSearchAnswer }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** The lines of a list that name something, in their order. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The beginning of a list that one call takes: so many lines, and so many bytes as JSON. */
export function askedOf(lines: readonly string[]): string[] {
  const asked: string[] = [];
  for (const line of lines.slice(0, SEARCH_LIST_MAX)) {
    asked.push(line.slice(0, SEARCH_QUERY_MAX));
    const body = JSON.stringify({ articles: asked.join('\n') });
    if (new TextEncoder().encode(body).length > ANONYMOUS_BODY_MAX) return asked.slice(0, -1);
  }
  return asked;
}

/** The search for many articles at once and the file with its answer. */
export function createListSearch(calls: ListSearchCalls, save: (file: Blob) => void) {
  const $list = atom<ListSearchState>({ phase: 'new' });
  const $export = atom<'idle' | 'working' | 'failed'>('idle');

  async function search(text: string): Promise<void> {
    if ($list.get().phase === 'searching') return;
    const lines = linesOf(text);
    const sent = askedOf(lines);
    const asked = sent.join('\n');
    $list.set({ phase: 'searching' });
    $export.set('idle');
    try {
      const answer = await calls.search(asked);
      $list.set({ phase: 'found', asked, answer: { ...answer, ignored: lines.length - sent.length } });
    } catch (error) {
      $list.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  async function exportFile(): Promise<void> {
    const state = $list.get();
    if (state.phase !== 'found' || $export.get() === 'working') return;
    $export.set('working');
    try {
      const file = await calls.file(state.asked);
      if (extensionOf(file) !== 'xlsx') throw new Error('the answer is no table');
      save(file);
      $export.set('idle');
    } catch {
      $export.set('failed');
    }
  }

  return { $list, $export, search, exportFile, reset: () => $list.set({ phase: 'new' }) };
}
