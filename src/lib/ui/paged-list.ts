import { atom } from 'nanostores';
import { type Failure, failureOf } from '../platform/http-client.ts';
import { createLatest } from '../platform/latest.ts';

/** Rows that a query gave so far. */
interface PagesState<Row, Query> {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly rows: readonly Row[];
  /** What the rows are asked by. */
  readonly query: Query;
  /** False when the last fetch brought less than a page. */
  readonly hasMore: boolean;
  readonly searching: boolean;
  readonly loadingMore: boolean;
  /** Why the query gave nothing; the rows are still those of the one before. */
  readonly failure: Failure | null;
  /** Why there is no further page yet. */
  readonly moreFailure: Failure | null;
}

interface PagesSource<Row, Query> {
  /** One page of a query: the first one, or that after `last`. Throws what ky throws, or SessionEnded. */
  page(query: Query, last: Row | null, signal: AbortSignal): Promise<readonly Row[]>;
  /** Rows of a page; fewer mean that there are no more. */
  sizeOf(query: Query): number;
}

/** The rows of one query, page after page. An answer to an earlier question never shows, however late it comes. */
export function createPages<Row, Query>({ page, sizeOf }: PagesSource<Row, Query>, nothing: Query) {
  const $pages = atom<PagesState<Row, Query>>({
    phase: 'loading',
    rows: [],
    query: nothing,
    hasMore: false,
    searching: false,
    loadingMore: false,
    failure: null,
    moreFailure: null,
  });
  const latest = createLatest();
  const patch = (next: Partial<PagesState<Row, Query>>) => $pages.set({ ...$pages.get(), ...next });

  async function ask(query: Query, before: readonly Row[]): Promise<void> {
    const answer = await latest.run((signal) => page(query, before.at(-1) ?? null, signal));
    if (answer === null) return;
    const { value } = answer;
    const hasMore = value.length >= sizeOf(query);
    patch({ phase: 'ready', rows: [...before, ...value], hasMore, searching: false, loadingMore: false });
  }

  return {
    $pages,
    patch,
    /** Asks for the first page of a query; the rows of the one before stay in sight meanwhile. */
    async search(query: Query): Promise<void> {
      patch({ query, searching: true, loadingMore: false, failure: null, moreFailure: null });
      try {
        await ask(query, []);
      } catch (error) {
        // A further page would belong to another query than the rows in sight.
        const phase = $pages.get().phase === 'ready' ? 'ready' : 'failed';
        patch({ phase, hasMore: false, searching: false, failure: failureOf(error) });
      }
    },
    /** Appends the following page. */
    async more(): Promise<void> {
      const { rows, query, loadingMore, searching } = $pages.get();
      if (rows.length === 0 || loadingMore || searching) return;
      patch({ loadingMore: true, moreFailure: null });
      try {
        await ask(query, rows);
      } catch (error) {
        patch({ loadingMore: false, moreFailure: failureOf(error) });
      }
    },
  };
}
