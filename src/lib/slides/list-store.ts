import { NOTE_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Note } from '../../../contract/mnote.ts';
import { createPages } from '../lists/pages-store.ts';
import type { SlideCalls } from './slide-calls.ts';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Session storage key of the last query; the catalogue keeps its own apart. */
const LAST_QUERY = 'lastQuery.slides';

/** What the slides were searched by last in this tab: the way back from a slide leads there. */
export const lastSlideQuery = (memory: Memory): string => memory.getItem(LAST_QUERY) ?? '';

/** The slides as an administrator sees them, newest first; a query is the words they are searched by. */
export function createSlides(calls: Pick<SlideCalls, 'search' | 'more'>, memory: Memory) {
  const { $pages, search, more } = createPages<Note, string>(
    {
      page: (asked, last, signal) =>
        last ? calls.more(asked, last.id, signal) : calls.search(asked, signal),
      sizeOf: () => NOTE_PAGE_SIZE,
    },
    '',
  );
  return {
    $slides: $pages,
    search(text: string): Promise<void> {
      const asked = text.trim();
      memory.setItem(LAST_QUERY, asked);
      return search(asked);
    },
    more,
  };
}
