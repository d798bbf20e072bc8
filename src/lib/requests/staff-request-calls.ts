import type { RequestState } from '../../../contract/requests/forms.ts';
import type { NewRequests, RequestListQuery, RequestPage, StaffRequest } from '../../../contract/requests/requests.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { createWaiting } from '../platform/http-client.ts';
import { addressFilters } from '../platform/paths.ts';
import { bridge } from '../platform/session.ts';

/** The calls of requests as staff work on them. All throw what ky throws, or SessionEnded. */
export const staffRequestCalls = {
  /** One page; `cursor` is `next` of the page before, null for the first. */
  list(query: RequestQuery, cursor: string | null, signal?: AbortSignal): Promise<RequestPage> {
    const searchParams = { ...query, ...(cursor && { cursor }) };
    return bridge.get('requests', { searchParams, signal }).json<RequestPage>();
  },
  request: (id: number): Promise<Stored<StaffRequest>> => storedOf(bridge.get(`requests/${id}`)),
  /** Refused when somebody has changed the request since `etag`. */
  setState: (id: number, state: RequestState, etag: string | null): Promise<Stored<StaffRequest>> =>
    storedOf(bridge.patch(`requests/${id}`, { json: { state }, headers: ifMatch(etag) })),
  note: (id: number, note: string): Promise<Stored<StaffRequest>> =>
    storedOf(bridge.post(`requests/${id}/notes`, { json: { note } })),
  file: (id: number): Promise<Blob> => bridge.get(`requests/${id}/request.xlsx`, { timeout: false }).blob(),
};
export type StaffRequestCalls = typeof staffRequestCalls;

/** Filters of the list, in the order they stand in an address. */
const NAMES = ['search', 'state', 'from', 'to'] as const satisfies readonly (keyof RequestListQuery)[];

/** What the list is narrowed by: the filters that are set. Days are YYYY-MM-DD. */
export type RequestQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export const { queryOf, queryText } = addressFilters(NAMES);

/** How many requests nobody has taken up yet. The one store of this tab. */
export const newRequests = createWaiting(async () => (await bridge.get('requests/new').json<NewRequests>()).count);
