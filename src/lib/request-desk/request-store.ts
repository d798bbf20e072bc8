import { atom } from 'nanostores';
import type { RequestState } from '../../../contract/request-states.ts';
import type { StaffRequest } from '../../../contract/requests.ts';
import type { ChangedMeanwhile } from '../../../contract/versions.ts';
import type { Stored } from '../editing/etag.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { DeskCalls } from './desk-calls.ts';

export type RequestPhase =
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
