import { atom } from 'nanostores';
import type { Document } from '../../../contract/docflow.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { DocflowCalls } from './document-calls.ts';
import { type DocumentQuery, pageSizeOf, queryText } from './query.ts';

export interface DocumentsState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly rows: readonly Document[];
  /** What the rows were asked by. */
  readonly query: string;
  /** False when the last fetch brought nothing or less than was asked for. */
  readonly hasMore: boolean;
  readonly searching: boolean;
  readonly loadingMore: boolean;
  readonly failure: Failure | null;
}

const wholeQuery = (asked: DocumentQuery): string =>
  queryText({ ...asked, limit: String(pageSizeOf(asked)) });

/** The documents of one query, page after page. */
export function createDocuments(calls: Pick<DocflowCalls, 'list'>) {
  const $documents = atom<DocumentsState>({
    phase: 'loading',
    rows: [],
    query: '',
    hasMore: false,
    searching: false,
    loadingMore: false,
    failure: null,
  });
  const latest = createLatest();
  let pageSize = 0;
  const patch = (next: Partial<DocumentsState>) => $documents.set({ ...$documents.get(), ...next });

  async function search(asked: DocumentQuery): Promise<void> {
    pageSize = pageSizeOf(asked);
    const query = wholeQuery(asked);
    const { phase } = $documents.get();
    patch({ query, searching: true, loadingMore: false, failure: null });
    try {
      const answer = await latest.run((signal) => calls.list(query, null, signal));
      if (answer === null) return;
      const rows = answer.value;
      patch({ phase: 'ready', rows, hasMore: rows.length >= pageSize, searching: false });
    } catch (error) {
      patch({ phase: phase === 'ready' ? 'ready' : 'failed', searching: false, failure: failureOf(error) });
    }
  }

  async function more(): Promise<void> {
    const { rows, query, loadingMore, searching } = $documents.get();
    const last = rows.at(-1);
    if (!last || loadingMore || searching) return;
    patch({ loadingMore: true, failure: null });
    try {
      const answer = await latest.run((signal) => calls.list(query, last.id, signal));
      if (answer === null) return;
      patch({
        rows: [...rows, ...answer.value],
        hasMore: answer.value.length >= pageSize,
        loadingMore: false,
      });
    } catch (error) {
      patch({ loadingMore: false, failure: failureOf(error) });
    }
  }

  return {
    $documents,
    /** Begins with a query: rows of the same one are shown while they are asked for again, those of another are not. */
    open(asked: DocumentQuery): Promise<void> {
      if ($documents.get().query !== wholeQuery(asked)) patch({ phase: 'loading', rows: [], hasMore: false });
      return search(asked);
    },
    search,
    more,
  };
}
