// State of any one thing that a page loads and keeps up to date. Lists by pages are in cursor-list.ts.
import { atom } from 'nanostores';
import { createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';

type LoadedState<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly value: T }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** One thing that a page loads and keeps up to date. An answer to an earlier question never shows. */
export function createLoaded<T>(ask: (signal: AbortSignal) => Promise<T>) {
  const $loaded = atom<LoadedState<T>>({ phase: 'loading' });
  const latest = createLatest();
  const show = (value: T): void => $loaded.set({ phase: 'ready', value });

  function shown(): T | null {
    const state = $loaded.get();
    return state.phase === 'ready' ? state.value : null;
  }

  async function load(onFailure: (failure: Failure) => void): Promise<void> {
    const { value: answer, failure } = await outcomeOf(() => latest.run(ask));
    if (failure) onFailure(failure);
    else if (answer) show(answer.value);
  }

  return {
    $loaded,
    /** What is shown; null before the first answer, and after a failure. */
    shown,
    show,
    load: (): Promise<void> => load((failure) => $loaded.set({ phase: 'failed', failure })),
    /** Asks anew where something is shown; that stays when there is no answer. */
    async refresh(): Promise<void> {
      if (shown() !== null) await load(() => {});
    },
    leave: latest.stop,
  };
}
