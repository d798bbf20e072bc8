// State of the list in which an administrator searches and orders the slides of the front page, and the message above
// it.
import { atom } from 'nanostores';
import { NOTE_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import type { SavedBy } from '../editing/etag.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { paths } from '../platform/paths.ts';
import { $router } from '../platform/router.ts';
import { createCursorList, rowPage } from '../ui/cursor-list.ts';
import type { SlideCalls } from './slide-calls.ts';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Session storage key of the last query; the catalogue keeps its own apart. */
const LAST_QUERY = 'lastQuery.slides';

/** What the slides were searched by last in this tab: a slide links back there. */
export const lastSlideQuery = (memory: Memory): string => memory.getItem(LAST_QUERY) ?? '';

/** The slides as an administrator sees them, in their order; a query is the words they are searched by. */
export function createSlides(calls: Pick<SlideCalls, 'search' | 'more' | 'order'>, memory: Memory) {
  const { $list, search, more, ...list } = createCursorList(
    {
      page: async (asked: string, last, signal) =>
        rowPage(
          await (last === null ? calls.search(asked, signal) : calls.more(asked, Number(last), signal)),
          NOTE_PAGE_SIZE,
          ({ id }) => id,
        ),
      rowsOf: ({ rows }) => rows,
    },
    '',
  );
  /** The following page begins after the row that is the last one by now. */
  const show = (rows: readonly Note[]) => list.show(rows, $list.get().next === null ? null : String(rows.at(-1)?.id));
  /** The rows as the service has them, while some are moved and that is not kept yet. */
  let before: readonly Note[] | null = null;
  let keeping: Promise<Failure | null> = Promise.resolve(null);

  async function sendOrder(): Promise<Failure | null> {
    const was = before;
    const ids = movedIds(was ?? [], $list.get().rows);
    before = null;
    if (was === null || ids.length === 0) return null;
    const failure = await attempt(() => calls.order(ids));
    if (!failure) return null;
    before = null;
    show(was);
    return failure;
  }

  return {
    $slides: $list,
    search(text: string): Promise<void> {
      const asked = text.trim();
      memory.setItem(LAST_QUERY, asked);
      return search(asked);
    },
    more,
    /** Moves a slide to another place among those in sight; nothing is kept yet. */
    move(id: number, to: number): void {
      const { rows } = $list.get();
      before ??= rows;
      show(withMoved(rows, id, to));
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

type SlideNotice =
  | {
      readonly kind: 'saved' | 'removed';
      readonly title: string;
      readonly isPublic: boolean;
      /** The save of another user that one's own was merged with. */
      readonly joined?: SavedBy | null;
    }
  /** `id` null: a new slide. */
  | { readonly kind: 'failed'; readonly title: string; readonly failure: Failure; readonly id: number | null }
  | { readonly kind: 'missing' };

/** The message above the list of slides; null when there is nothing to say. */
export const $slideBanner = atom<SlideNotice | null>(null);

/** Leaves the page of a slide that is not there for the list, which says so. */
export function leaveMissingSlide(): void {
  $slideBanner.set({ kind: 'missing' });
  $router.open(paths.slides(''), true);
}
