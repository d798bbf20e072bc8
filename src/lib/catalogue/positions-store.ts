// State of the page where administrators find, correct, hide, remove and restore positions (offers of suppliers in the
// catalogue).
import { atom } from 'nanostores';
import type { BulkAnswer, ChosenPositions, ShowAnswer } from '../../../contract/catalogue/staff-positions.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import type { PositionQuery, PositionsCalls, ShowAction } from './positions-calls.ts';

/** What was done last, and the run by which it can be taken back. */
export type Done =
  | { readonly action: 'edit'; readonly runId: number | null; readonly changed: number }
  | ({ readonly action: ShowAction } & ShowAnswer)
  | ({ readonly action: 'change' } & Pick<BulkAnswer, 'runId' | 'changed' | 'unchanged' | 'refused'>)
  | { readonly action: 'undo'; readonly changed: number; readonly kept: number };

/** The positions that a filter finds, newest first, and what is done to them. */
export function createPositions(calls: Omit<PositionsCalls, 'references' | 'history' | 'file'>) {
  const { $list, search, more, replace } = createCursorList(
    { page: calls.list, rowsOf: ({ positions }) => positions },
    {} as PositionQuery,
  );
  const $done = atom<Done | null>(null);

  const finish = (act: () => Promise<Done>): Promise<Failure | null> => attempt(async () => $done.set(await act()));

  return {
    $list,
    $done,
    search,
    more,
    /** Hides, removes or restores; resolves to why it could not be done. */
    show: (action: ShowAction, chosen: ChosenPositions): Promise<Failure | null> =>
      finish(async () => {
        const answer = await calls.show(action, chosen);
        await search($list.get().query);
        return { action, ...answer };
      }),
    /** Changes price, stock, brand or supplier of many; resolves to why it could not be done. */
    change: (wish: Parameters<PositionsCalls['change']>[0]): Promise<Failure | null> =>
      finish(async () => {
        const answer = await calls.change(wish);
        await search($list.get().query);
        return { action: 'change', ...answer };
      }),
    /** Corrects fields of one position, all as texts of the form. */
    edit: (
      id: number,
      fields: Readonly<Record<string, string>>,
      was: Readonly<Record<string, string>>,
    ): Promise<Failure | null> =>
      finish(async () => {
        const { position, runId } = await calls.edit(id, fields, was);
        replace((old) => (old.id === id ? position : old));
        return { action: 'edit', runId, changed: runId === null ? 0 : 1 };
      }),
    undo: (runId: number): Promise<Failure | null> =>
      finish(async () => {
        const { restored, removed, kept } = await calls.undo(runId);
        await search($list.get().query);
        return { action: 'undo', changed: restored + removed, kept };
      }),
  };
}

export type PositionsStore = ReturnType<typeof createPositions>;
