import { atom } from 'nanostores';
import { STATE } from '../../../contract/api.ts';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { createLatest, type Failure, openClient, outcomeOf } from '../platform/http-client.ts';
import { guarded } from '../platform/session.ts';

interface StateShown {
  /** The last answer of each process that has answered, by its name: a balancer asks now one, now another. */
  readonly answers: Readonly<Record<string, StateAnswer>>;
  /** The process that is shown; null before the first answer. */
  readonly shown: string | null;
  /** Why the last question got no answer; what is shown is older then. */
  readonly failure: Failure | null;
}

/** How the processes are, as they last told. */
export function createState(ask: (signal: AbortSignal) => Promise<StateAnswer>) {
  const $state = atom<StateShown>({ answers: {}, shown: null, failure: null });
  const latest = createLatest();
  return {
    $state,
    /** Asks anew; what was there stays in sight meanwhile, and when there is no answer. */
    async refresh(): Promise<void> {
      const { value: answer, failure } = await outcomeOf(() => latest.run(ask));
      if (failure) $state.set({ ...$state.get(), failure });
      if (!answer) return;
      const { answers, shown } = $state.get();
      const { name } = answer.value.process;
      $state.set({ answers: { ...answers, [name]: answer.value }, shown: shown ?? name, failure: null });
    },
    /** Shows another process that has answered. */
    show(name: string): void {
      $state.set({ ...$state.get(), shown: name });
    },
    leave: latest.stop,
  };
}

const state = guarded(openClient(STATE));

/** How the process that answers is; for administrators. Throws what ky throws, or SessionEnded. */
export const askState = (signal: AbortSignal): Promise<StateAnswer> => state.get('', { signal }).json<StateAnswer>();
