import { atom } from 'nanostores';
import type { ChangedMeanwhile } from '../../../contract/answers.ts';
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { StaffRequest } from '../../../contract/requests/requests.ts';
import type { Stored } from '../editing/etag.ts';
import { type Failure, failureOf } from '../platform/http-client.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import type { DeskCalls, RequestQuery } from './staff-request-calls.ts';

type RequestPhase =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly stored: Stored<StaffRequest> }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** What came of a change: null when it is made; a conflict when somebody was faster, whose change is shown by then. */
export type Changing = { readonly conflict: ChangedMeanwhile } | { readonly failure: Failure } | null;

/** One request as staff work on it. */
export function createStaffRequest(calls: Pick<DeskCalls, 'request' | 'setState' | 'note'>, id: number) {
  const $request = atom<RequestPhase>({ phase: 'loading' });

  async function load(): Promise<void> {
    try {
      $request.set({ phase: 'ready', stored: await calls.request(id) });
    } catch (error) {
      $request.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  async function attempt(act: () => Promise<Stored<StaffRequest>>): Promise<Changing> {
    try {
      $request.set({ phase: 'ready', stored: await act() });
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code !== 'changed meanwhile') return { failure };
      await load();
      return { conflict: failure.facts as unknown as ChangedMeanwhile };
    }
  }

  return {
    $request,
    load,
    setState: (state: RequestState): Promise<Changing> => {
      const shown = $request.get();
      const etag = shown.phase === 'ready' ? shown.stored.etag : null;
      return attempt(() => calls.setState(id, state, etag));
    },
    note: (text: string): Promise<Changing> => attempt(() => calls.note(id, text)),
  };
}
export type StaffRequestStore = ReturnType<typeof createStaffRequest>;

/** The requests that a filter finds, newest first. */
export const createRequests = (calls: Pick<DeskCalls, 'list'>) =>
  createCursorList({ page: calls.list, rowsOf: ({ requests }) => requests }, {} as RequestQuery);
