import type { Colleague } from '../../../contract/documents/documents.ts';
import type { DocumentListAnswer, DocumentListCounts, DocumentView } from '../../../contract/documents/lists.ts';
import { informator } from '../platform/session.ts';
import { withProfile } from './document-calls.ts';

/** What is changed of a view. */
type ViewChange = Partial<Omit<DocumentView, 'id'>>;

/** What lists of documents are read by, and the views that are kept of them. All throw what ky throws, or SessionEnded. */
export const listCalls = {
  /** A page of a query (`?state=pending&limit=50`): the first one, or that of a cursor. */
  page: (query: string, cursor: string | null, signal?: AbortSignal): Promise<DocumentListAnswer> =>
    withProfile(() =>
      informator
        .get(`docflow/list${query}${cursor === null ? '' : `&cursor=${cursor}`}`, {
          signal,
          cache: 'no-store',
        })
        .json<DocumentListAnswer>(),
    ),
  counts: (query: string): Promise<DocumentListCounts> =>
    withProfile(() => informator.get(`docflow/list/counts${query}`).json<DocumentListCounts>()),
  /** What a query finds, or the documents of these ids, as .xlsx; a long one may take a while. */
  file: (query: string, ids: readonly number[]): Promise<Blob> =>
    informator
      .get(`docflow/list/export${query}${ids.length > 0 ? `&ids=${ids.join()}` : ''}`, { timeout: false })
      .blob(),
  /** Up to ten people by a part of their name. */
  people: (search: string, signal?: AbortSignal): Promise<Colleague[]> =>
    informator.get('user/colleagues', { searchParams: { search }, signal }).json<Colleague[]>(),
  views: (): Promise<DocumentView[]> =>
    withProfile(() => informator.get('docflow/views', { cache: 'no-store' }).json<DocumentView[]>()),
  addView: (view: Omit<DocumentView, 'id'>): Promise<DocumentView[]> =>
    informator.post('docflow/views', { json: view, retry: 0 }).json<DocumentView[]>(),
  changeView: (id: number, change: ViewChange): Promise<DocumentView[]> =>
    informator.patch(`docflow/views/${id}`, { json: change, retry: 0 }).json<DocumentView[]>(),
  removeView: (id: number): Promise<DocumentView[]> =>
    informator.delete(`docflow/views/${id}`, { retry: 0 }).json<DocumentView[]>(),
};
export type ListCalls = typeof listCalls;
