import { atom } from 'nanostores';
import type { RunAnswer } from '../../../contract/import-runs.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { RunCalls } from './run-calls.ts';
import { isMoving } from './runs-store.ts';

export type RunState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly run: RunAnswer }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** One run, kept up to date while it is under way. */
export function createRun(calls: Pick<RunCalls, 'run' | 'cancel'>, id: number) {
  const $run = atom<RunState>({ phase: 'loading' });
  const latest = createLatest();

  async function load(): Promise<void> {
    try {
      const answer = await latest.run((signal) => calls.run(id, signal));
      if (answer) $run.set({ phase: 'ready', run: answer.value });
    } catch (error) {
      $run.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  return {
    $run,
    load,
    /** Asks anew while the run is under way; what is shown stays when that fails. */
    async refresh(): Promise<void> {
      const state = $run.get();
      if (state.phase !== 'ready' || !isMoving(state.run)) return;
      try {
        const answer = await latest.run((signal) => calls.run(id, signal));
        if (answer) $run.set({ phase: 'ready', run: answer.value });
      } catch {}
    },
    /** Stops the run; the answer says what failed. */
    async cancel(): Promise<Failure | null> {
      try {
        await calls.cancel(id);
      } catch (error) {
        // It may have ended just before: the page shows how.
        await load();
        return failureOf(error);
      }
      await load();
      return null;
    },
    leave: latest.stop,
  };
}
