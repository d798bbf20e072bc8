import { atom } from 'nanostores';
import type {
  DocumentListAnswer,
  DocumentListCounts,
  DocumentView,
  ListedDocument,
} from '../../../contract/documents/lists.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import type { ListCalls } from './list-calls.ts';
import { type DocumentQuery, pageSizeOf, queryText } from './list-query.ts';

const textOf = (asked: DocumentQuery): string => queryText({ ...asked, limit: String(pageSizeOf(asked)) });

/** The documents of one query in its order, page after page, and how many it finds in each way into the documents. */
export function createDocuments(calls: Pick<ListCalls, 'page' | 'counts'>) {
  const { $list, search, more } = createCursorList<DocumentQuery, ListedDocument, DocumentListAnswer>(
    {
      page: (query, cursor, signal) => calls.page(textOf(query), cursor, signal),
      rowsOf: ({ documents }) => documents,
    },
    {},
  );
  /** null: not known yet, or not to be known. */
  const $counts = atom<DocumentListCounts | null>(null);
  let latest = 0;

  /** Counts; without an answer the list goes on without numbers. */
  async function count(asked: DocumentQuery): Promise<void> {
    latest += 1;
    const mine = latest;
    const { limit: _limit, sort: _sort, ...filter } = asked;
    const counts = await calls.counts(queryText(filter)).catch(() => null);
    if (mine === latest) $counts.set(counts);
  }

  const ask = async (asked: DocumentQuery): Promise<void> => {
    await Promise.all([search(asked), count(asked)]);
  };

  return {
    $documents: $list,
    $counts,
    /** Begins with a query: rows of the same one are shown while they are asked for again, those of another are not. */
    open(asked: DocumentQuery): Promise<void> {
      if (textOf($list.get().query) !== textOf(asked)) {
        $list.set({ ...$list.get(), phase: 'loading', rows: [], first: null, next: null });
        $counts.set(null);
      }
      return ask(asked);
    },
    search: ask,
    more,
  };
}

/** The views that the signed-in person keeps of the list; null: not known yet. */
export function createViews(calls: Pick<ListCalls, 'views' | 'addView' | 'changeView' | 'removeView'>) {
  const $views = atom<readonly DocumentView[] | null>(null);

  /** Every call answers with all views. Resolves to why it failed, null when it did not. */
  const put = (call: () => Promise<readonly DocumentView[]>): Promise<Failure | null> =>
    attempt(async () => $views.set(await call()));

  return {
    $views,
    load: () => put(() => calls.views()),
    add: (view: Omit<DocumentView, 'id'>) => put(() => calls.addView(view)),
    change: (id: number, change: Partial<Omit<DocumentView, 'id'>>) => put(() => calls.changeView(id, change)),
    remove: (id: number) => put(() => calls.removeView(id)),
  };
}
