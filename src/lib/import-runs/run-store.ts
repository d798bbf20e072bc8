import { atom } from 'nanostores';
import type { RunAnswer } from '../../../contract/import-runs.ts';
import { createLatest } from '../browser/latest.ts';
import { attempt, type Failure, failureOf } from '../http/failure.ts';
import type { RunCalls } from './run-calls.ts';
import { isMoving } from './runs-store.ts';

export type RunState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly run: RunAnswer }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** One run, kept up to date while it is under way. */
export function createRun(calls: Pick<RunCalls, 'run' | 'cancel' | 'mail'>, id: number) {
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

  async function change(call: () => Promise<void>): Promise<Failure | null> {
    const failure = await attempt(call);
    // Where that failed it may have ended just before: the page shows how.
    await load();
    return failure;
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
    cancel: () => change(() => calls.cancel(id)),
    /** The person wants a mail at its end, or none after all; the answer says what failed. */
    mail: (wanted: boolean) => change(() => calls.mail(id, wanted)),
    leave: latest.stop,
  };
}
