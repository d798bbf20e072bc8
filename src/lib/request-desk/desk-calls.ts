import type { RequestState } from '../../../contract/request-states.ts';
import type { NewRequests, RequestPage, StaffRequest } from '../../../contract/requests.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { bridge } from '../session/guarded.ts';
import type { RequestQuery } from './query.ts';

/** The calls of requests as staff work on them. All throw what ky throws, or SessionEnded. */
export const deskCalls = {
  /** One page; `cursor` is `next` of the page before, null for the first. */
  list(query: RequestQuery, cursor: string | null, signal?: AbortSignal): Promise<RequestPage> {
    const searchParams = { ...query, ...(cursor && { cursor }) };
    return bridge.get('requests', { searchParams, signal }).json<RequestPage>();
  },
  waiting: (): Promise<NewRequests> => bridge.get('requests/new').json<NewRequests>(),
  request: (id: number): Promise<Stored<StaffRequest>> => storedOf(bridge.get(`requests/${id}`)),
  /** Refused when somebody has changed the request since `etag`. */
  setState: (id: number, state: RequestState, etag: string | null): Promise<Stored<StaffRequest>> =>
    storedOf(bridge.patch(`requests/${id}`, { json: { state }, headers: ifMatch(etag) })),
  note: (id: number, note: string): Promise<Stored<StaffRequest>> =>
    storedOf(bridge.post(`requests/${id}/notes`, { json: { note } })),
  file: (id: number): Promise<Blob> => bridge.get(`requests/${id}/request.xlsx`, { timeout: false }).blob(),
};
export type DeskCalls = typeof deskCalls;
