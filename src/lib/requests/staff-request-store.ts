// State and calls of the pages where staff work on the requests of buyers: list, state, note, the count of new ones.
import type { ChangedMeanwhile } from '../../../contract/answers.ts';
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { NewRequests, RequestListQuery, RequestPage, StaffRequest } from '../../../contract/requests/requests.ts';
import { CHANGED, ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { createWaiting, type Failure, outcomeOf } from '../platform/http-client.ts';
import { addressFilters } from '../platform/paths.ts';
import { bridge } from '../platform/session.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import { createLoaded } from '../ui/loaded.ts';

/** What came of a change: null when it is made; a conflict when another user was faster, whose change is shown by then. */
export type ChangeOutcome = { readonly conflict: ChangedMeanwhile } | { readonly failure: Failure } | null;

/** One request as staff work on it. */
export function createStaffRequest(calls: Pick<StaffRequestCalls, 'request' | 'setState' | 'note'>, id: number) {
  const { $loaded, shown, show, load } = createLoaded(() => calls.request(id));

  async function change(act: () => Promise<Stored<StaffRequest>>): Promise<ChangeOutcome> {
    const { value, failure } = await outcomeOf(act);
    if (value) show(value);
    if (!failure) return null;
    if (failure.code !== CHANGED) return { failure };
    await load();
    return { conflict: failure.facts as unknown as ChangedMeanwhile };
  }

  return {
    $request: $loaded,
    load,
    setState: (state: RequestState): Promise<ChangeOutcome> =>
      change(() => calls.setState(id, state, shown()?.etag ?? null)),
    note: (text: string): Promise<ChangeOutcome> => change(() => calls.note(id, text)),
  };
}
export type StaffRequestStore = ReturnType<typeof createStaffRequest>;

export const createRequests = (calls: Pick<StaffRequestCalls, 'list'>) =>
  createCursorList({ page: calls.list, rowsOf: ({ requests }) => requests }, {} as RequestQuery);

/** The calls of requests as staff work on them. All throw what ky throws, or SessionEnded. */
export const staffRequestCalls = {
  /** One page; `cursor` is `next` of the page before, null for the first. */
  list(query: RequestQuery, cursor: string | null, signal?: AbortSignal): Promise<RequestPage> {
    const searchParams = { ...query, ...(cursor && { cursor }) };
    return bridge.get('requests', { searchParams, signal }).json<RequestPage>();
  },
  request: (id: number): Promise<Stored<StaffRequest>> => storedOf(bridge.get(`requests/${id}`)),
  /** Refused when the request was changed since `etag`. */
  setState: (id: number, state: RequestState, etag: string | null): Promise<Stored<StaffRequest>> =>
    storedOf(bridge.patch(`requests/${id}`, { json: { state }, headers: ifMatch(etag) })),
  note: (id: number, note: string): Promise<Stored<StaffRequest>> =>
    storedOf(bridge.post(`requests/${id}/notes`, { json: { note } })),
  file: (id: number): Promise<Blob> => bridge.get(`requests/${id}/request.xlsx`, { timeout: false }).blob(),
};
type StaffRequestCalls = typeof staffRequestCalls;

/** Filters of the list, in the order they stand in an address. */
const NAMES = ['search', 'state', 'from', 'to'] as const satisfies readonly (keyof RequestListQuery)[];

/** What the list is narrowed by: the filters that are set. Days are YYYY-MM-DD. */
export type RequestQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export const { queryOf, queryText } = addressFilters(NAMES);

/** How many requests are new. The one store of this tab. */
export const newRequests = createWaiting(async () => (await bridge.get('requests/new').json<NewRequests>()).count);
