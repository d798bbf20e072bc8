import type { ChangedMeanwhile } from '../../../contract/answers.ts';
import type { RequestState } from '../../../contract/requests/forms.ts';
import type { StaffRequest } from '../../../contract/requests/requests.ts';
import type { Stored } from '../editing/etag.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import { createLoaded } from '../ui/loaded.ts';
import type { RequestQuery, StaffRequestCalls } from './staff-request-calls.ts';

/** What came of a change: null when it is made; a conflict when somebody was faster, whose change is shown by then. */
export type ChangeOutcome = { readonly conflict: ChangedMeanwhile } | { readonly failure: Failure } | null;

/** One request as staff work on it. */
export function createStaffRequest(calls: Pick<StaffRequestCalls, 'request' | 'setState' | 'note'>, id: number) {
  const { $loaded, shown, show, load } = createLoaded(() => calls.request(id));

  async function change(act: () => Promise<Stored<StaffRequest>>): Promise<ChangeOutcome> {
    const { value, failure } = await outcomeOf(act);
    if (value) show(value);
    if (!failure) return null;
    if (failure.code !== 'changed meanwhile') return { failure };
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

/** The requests that a filter finds, newest first. */
export const createRequests = (calls: Pick<StaffRequestCalls, 'list'>) =>
  createCursorList({ page: calls.list, rowsOf: ({ requests }) => requests }, {} as RequestQuery);
