import type { RunRow } from '../../../contract/import-runs.ts';
import { createCursorList } from '../lists/cursor-store.ts';
import type { RunCalls } from './run-calls.ts';

/** Whether a run is still to end. */
export const isMoving = ({ outcome }: Pick<RunRow, 'outcome'>): boolean =>
  outcome === 'queued' || outcome === 'running';

/** The history of import runs, newest first; those under way are kept up to date. */
export function createRuns(calls: Pick<RunCalls, 'list'>) {
  const list = createCursorList(
    { page: (_all: null, cursor, signal) => calls.list(cursor, signal), rowsOf: ({ runs }) => runs },
    null,
  );
  return {
    $list: list.$list,
    load: () => list.search(null),
    refresh: () => list.renew((run, last) => run.id < last.id),
    more: list.more,
    leave: list.leave,
  };
}
