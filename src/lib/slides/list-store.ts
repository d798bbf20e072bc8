import { atom } from 'nanostores';
import { NOTE_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import type { JoinedSave } from '../editing/editing-store.ts';
import { type Failure, failureOf } from '../platform/http-client.ts';
import { createPages } from '../ui/paged-list.ts';
import type { SlideCalls } from './slide-calls.ts';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Session storage key of the last query; the catalogue keeps its own apart. */
const LAST_QUERY = 'lastQuery.slides';

/** What the slides were searched by last in this tab: the way back from a slide leads there. */
export const lastSlideQuery = (memory: Memory): string => memory.getItem(LAST_QUERY) ?? '';

/** The slides as an administrator sees them, in their order; a query is the words they are searched by. */
export function createSlides(calls: Pick<SlideCalls, 'search' | 'more' | 'order'>, memory: Memory) {
  const { $pages, patch, search, more } = createPages<Note, string>(
    {
      page: (asked, last, signal) => (last ? calls.more(asked, last.id, signal) : calls.search(asked, signal)),
      sizeOf: () => NOTE_PAGE_SIZE,
    },
    '',
  );
  /** The rows as the service has them, while some are moved and that is not kept yet. */
  let before: readonly Note[] | null = null;
  let keeping: Promise<Failure | null> = Promise.resolve(null);

  async function sendOrder(): Promise<Failure | null> {
    const was = before;
    const ids = movedIds(was ?? [], $pages.get().rows);
    before = null;
    if (was === null || ids.length === 0) return null;
    try {
      await calls.order(ids);
      return null;
    } catch (error) {
      before = null;
      patch({ rows: was });
      return failureOf(error);
    }
  }

  return {
    $slides: $pages,
    search(text: string): Promise<void> {
      const asked = text.trim();
      memory.setItem(LAST_QUERY, asked);
      return search(asked);
    },
    more,
    /** Moves a slide to another place among those in sight; nothing is kept yet. */
    move(id: number, to: number): void {
      const { rows } = $pages.get();
      before ??= rows;
      patch({ rows: withMoved(rows, id, to) });
    },
    /** Keeps the order in sight; a refused one is taken back. null: it is kept, or nothing was moved. */
    keepOrder(): Promise<Failure | null> {
      keeping = keeping.then(sendOrder);
      return keeping;
    },
  };
}

/** The rows with one of them at another place, from 0. */
function withMoved<Row extends { readonly id: number }>(rows: readonly Row[], id: number, to: number): readonly Row[] {
  const row = rows.find((one) => one.id === id);
  if (!row) return rows;
  const others = rows.filter((one) => one !== row);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), row, ...others.slice(place)];
}

/** The ids between the first and the last place where two orders of the same rows differ, as the later one has them. */
function movedIds(before: readonly { readonly id: number }[], after: readonly { readonly id: number }[]): number[] {
  const differs = (_: unknown, at: number) => before[at]?.id !== after[at]?.id;
  const first = after.findIndex(differs);
  return first < 0 ? [] : after.slice(first, after.findLastIndex(differs) + 1).map(({ id }) => id);
}

type SlidePageState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly note: Note }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** One slide as its page shows it. */
export function createSlidePage(calls: Pick<SlideCalls, 'one' | 'remove'>, id: number) {
  const $page = atom<SlidePageState>({ phase: 'loading' });
  return {
    $page,
    async load(): Promise<void> {
      try {
        const { value } = await calls.one(id);
        $page.set({ phase: 'ready', note: value });
      } catch (error) {
        $page.set({ phase: 'failed', failure: failureOf(error) });
      }
    },
    /** Deletes the slide; null means deleted, also when somebody was faster. */
    async remove(): Promise<Failure | null> {
      try {
        await calls.remove(id);
        return null;
      } catch (error) {
        const failure = failureOf(error);
        return failure.kind === 'missing' ? null : failure;
      }
    },
  };
}

/** What happened before the list of slides was shown. */
type SlideBanner =
  | {
      readonly kind: 'saved' | 'removed';
      readonly title: string;
      readonly isPublic: boolean;
      /** Somebody's save that the own one was brought together with. */
      readonly joined?: JoinedSave | null;
    }
  /** `id` null: a new slide. */
  | { readonly kind: 'failed'; readonly title: string; readonly failure: Failure; readonly id: number | null }
  | { readonly kind: 'missing' };

/** The message above the list of slides; null when there is nothing to say. */
export const $slideBanner = atom<SlideBanner | null>(null);
