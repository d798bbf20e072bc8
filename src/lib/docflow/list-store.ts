import type { Document } from '../../../contract/docflow.ts';
import { createPages } from '../lists/pages-store.ts';
import type { DocflowCalls } from './document-calls.ts';
import { type DocumentQuery, pageSizeOf, queryText } from './query.ts';

const textOf = (asked: DocumentQuery): string => queryText({ ...asked, limit: String(pageSizeOf(asked)) });

/** The documents of one query, newest first, page after page. */
export function createDocuments(calls: Pick<DocflowCalls, 'list'>) {
  const { $pages, patch, search, more } = createPages<Document, DocumentQuery>(
    {
      page: (query, last, signal) => calls.list(textOf(query), last?.id ?? null, signal),
      sizeOf: pageSizeOf,
    },
    {},
  );
  return {
    $documents: $pages,
    /** Begins with a query: rows of the same one are shown while they are asked for again, those of another are not. */
    open(asked: DocumentQuery): Promise<void> {
      if (textOf($pages.get().query) !== textOf(asked)) patch({ phase: 'loading', rows: [], hasMore: false });
      return search(asked);
    },
    search,
    more,
  };
}
