import { atom } from 'nanostores';
import { createLatest } from '../browser/latest.ts';
import { later, type Schedule } from '../catalogue/suggest-store.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { Signer } from './signatory-list.ts';

/** Pause after the last keystroke before the service is asked, ms. */
export const PEOPLE_PAUSE = 250;

export interface PeopleState {
  readonly phase: 'idle' | 'asking' | 'ready' | 'failed';
  readonly people: readonly Signer[];
  readonly failure: Failure | null;
}

const IDLE: PeopleState = { phase: 'idle', people: [], failure: null };

/** People for what is being typed: asked after a pause, never for an empty text; only the newest question is answered. */
export function createPeopleSearch(
  ask: (text: string, signal: AbortSignal) => Promise<readonly Signer[]>,
  schedule: Schedule = later,
) {
  const $people = atom<PeopleState>(IDLE);
  const latest = createLatest();
  let callOff = () => {};
  let asked = '';

  async function answer(): Promise<void> {
    try {
      const found = await latest.run((signal) => ask(asked, signal));
      if (found) $people.set({ phase: 'ready', people: found.value, failure: null });
    } catch (error) {
      $people.set({ phase: 'failed', people: [], failure: failureOf(error) });
    }
  }

  function stop(): void {
    callOff();
    latest.stop();
  }

  return {
    $people,
    type(text: string): void {
      stop();
      asked = text.trim();
      if (asked === '') {
        $people.set(IDLE);
        return;
      }
      // What was found stays in sight until the next answer comes.
      $people.set({ ...$people.get(), phase: 'asking', failure: null });
      callOff = schedule(() => void answer(), PEOPLE_PAUSE);
    },
    /** Asks for the same text again, at once. */
    again(): void {
      stop();
      if (asked === '') return;
      $people.set({ ...$people.get(), phase: 'asking', failure: null });
      void answer();
    },
    clear(): void {
      stop();
      asked = '';
      $people.set(IDLE);
    },
  };
}
