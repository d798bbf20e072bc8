import { createCursorList } from '../lists/cursor-store.ts';
import type { ArrivalsWish, SourceCalls } from './source-calls.ts';

/** What came by itself, newest first. */
export function createArrivals(calls: Pick<SourceCalls, 'arrivals'>, wish: ArrivalsWish) {
  const list = createCursorList(
    {
      page: (asked: ArrivalsWish, cursor, signal) => calls.arrivals(asked, cursor, signal),
      rowsOf: ({ arrivals }) => arrivals,
    },
    wish,
  );
  return {
    $list: list.$list,
    load: () => list.search(wish),
    /** Asks anew; older ones stay only while there are more pages than the first: anybody may have settled them. */
    refresh: () => list.renew((row, last) => list.$list.get().next !== null && row.id < last.id),
    more: list.more,
    leave: list.leave,
  };
}
