import { atom } from 'nanostores';
import { NOTE_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/mnote.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { SlideCalls } from './slide-calls.ts';

export interface SlidesState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly rows: readonly Note[];
  /** What the rows were searched by; '' for all of them. */
  readonly search: string;
  /** False when the last fetch brought nothing or less than a page. */
  readonly hasMore: boolean;
  readonly searching: boolean;
  readonly loadingMore: boolean;
  readonly failure: Failure | null;
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Session storage key of the last query; the catalogue keeps its own apart. */
const LAST_QUERY = 'lastQuery.slides';

/** What the slides were searched by last in this tab: the way back from a slide leads there. */
export const lastSlideQuery = (memory: Memory): string => memory.getItem(LAST_QUERY) ?? '';

/** The slides as an administrator sees them. */
export function createSlides(calls: Pick<SlideCalls, 'search' | 'more'>, memory: Memory) {
  const $slides = atom<SlidesState>({
    phase: 'loading',
    rows: [],
    search: '',
    hasMore: false,
    searching: false,
    loadingMore: false,
    failure: null,
  });
  const latest = createLatest();
  const patch = (next: Partial<SlidesState>) => $slides.set({ ...$slides.get(), ...next });

  async function search(text: string): Promise<void> {
    const asked = text.trim();
    memory.setItem(LAST_QUERY, asked);
    patch({ search: asked, searching: true, loadingMore: false });
    try {
      const answer = await latest.run((signal) => calls.search(asked, signal));
      if (answer === null) return;
      patch({
        phase: 'ready',
        rows: answer.value,
        hasMore: answer.value.length >= NOTE_PAGE_SIZE,
        searching: false,
        failure: null,
      });
    } catch (error) {
      const phase = $slides.get().phase === 'ready' ? 'ready' : 'failed';
      patch({ phase, searching: false, failure: failureOf(error) });
    }
  }

  async function more(): Promise<void> {
    const { rows, search: asked, loadingMore } = $slides.get();
    const last = rows.at(-1);
    if (!last || loadingMore) return;
    patch({ loadingMore: true, failure: null });
    try {
      const answer = await latest.run((signal) => calls.more(asked, last.id, signal));
      if (answer === null) return;
      patch({
        rows: [...rows, ...answer.value],
        hasMore: answer.value.length >= NOTE_PAGE_SIZE,
        loadingMore: false,
      });
    } catch (error) {
      patch({ loadingMore: false, failure: failureOf(error) });
    }
  }

  return { $slides, search, more };
}
