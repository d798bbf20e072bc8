// State of any list that is loaded page by page («показать ещё»); the lists of all features are made of it.
import { atom } from 'nanostores';
import { createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';

/** What a query gave so far. */
export interface CursorState<Query, Row, Answer> {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly query: Query;
  readonly rows: readonly Row[];
  /** The answer to the query's first page, with its fields beside the rows; null until there is one. */
  readonly first: Answer | null;
  /** Where the following page begins; null at the end. */
  readonly next: string | null;
  readonly searching: boolean;
  readonly loadingMore: boolean;
  /** Why the query gave nothing, or why there is no further page yet. */
  readonly failure: Failure | null;
}

interface CursorSource<Query, Row, Answer> {
  /** One page; `cursor` is `next` of the page before, null for the first. Throws what ky throws, or SessionEnded. */
  page(query: Query, cursor: string | null, signal: AbortSignal): Promise<Answer>;
  rowsOf(answer: Answer): readonly Row[];
}

/** The rows of one query, page after page; an answer to an earlier question never shows, however late it comes. */
export function createCursorList<Query, Row, Answer extends { readonly next: string | null }>(
  { page, rowsOf }: CursorSource<Query, Row, Answer>,
  nothing: Query,
) {
  const $list = atom<CursorState<Query, Row, Answer>>({
    phase: 'loading',
    query: nothing,
    rows: [],
    first: null,
    next: null,
    searching: false,
    loadingMore: false,
    failure: null,
  });
  const latest = createLatest();
  const patch = (change: Partial<CursorState<Query, Row, Answer>>) => $list.set({ ...$list.get(), ...change });
  const ask = (query: Query, cursor: string | null) => latest.run((signal) => page(query, cursor, signal));

  return {
    $list,
    /** Asks for the newest rows of a query; those of the one before stay in sight meanwhile. */
    async search(query: Query): Promise<void> {
      patch({ query, searching: true, loadingMore: false, failure: null });
      const { value: answer, failure } = await outcomeOf(() => ask(query, null));
      // A further page would belong to another query than the rows in sight.
      if (failure) patch({ phase: 'failed', next: null, searching: false, failure });
      if (!answer) return;
      const { value } = answer;
      patch({ phase: 'ready', rows: rowsOf(value), first: value, next: value.next, searching: false });
    },
    async more(): Promise<void> {
      const { query, rows, next, loadingMore, searching } = $list.get();
      if (next === null || loadingMore || searching) return;
      patch({ loadingMore: true, failure: null });
      const { value: answer, failure } = await outcomeOf(() => ask(query, next));
      if (failure) patch({ loadingMore: false, failure });
      if (answer) patch({ rows: [...rows, ...rowsOf(answer.value)], next: answer.value.next, loadingMore: false });
    },
    /** Puts the newest rows before the shown ones that are `older`; does nothing while something else is asked. */
    async renew(isOlder: (row: Row, last: Row) => boolean): Promise<void> {
      const { phase, query, searching, loadingMore } = $list.get();
      if (phase !== 'ready' || searching || loadingMore) return;
      const { value: answer } = await outcomeOf(() => ask(query, null));
      if (!answer) return;
      const fresh = rowsOf(answer.value);
      const last = fresh.at(-1);
      const older = last === undefined ? [] : $list.get().rows.filter((row) => isOlder(row, last));
      const next = older.length === 0 ? answer.value.next : $list.get().next;
      patch({ rows: [...fresh, ...older], first: answer.value, next });
    },
    /** Shows other rows in the place of those that are shown, and says where the following page begins. */
    show: (rows: readonly Row[], next: string | null) => patch({ rows, next }),
    replace: (change: (row: Row) => Row) => patch({ rows: $list.get().rows.map(change) }),
    leave: latest.stop,
  };
}

/** A page of a call that answers with rows alone, so many at most: a full one has another behind it, after its last row. */
export function rowPage<Row>(rows: readonly Row[], size: number, cursorOf: (row: Row) => string | number) {
  const last = rows.length < size ? undefined : rows.at(-1);
  return { rows, next: last === undefined ? null : String(cursorOf(last)) };
}
