import { atom } from 'nanostores';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';

export interface GuessCalls {
  /** Sends a file to be looked at. Throws what ky throws, or SessionEnded. */
  guess(file: File, signal: AbortSignal): Promise<GuessAnswer>;
}

export type GuessState =
  | { readonly phase: 'none' }
  | { readonly phase: 'guessing' }
  | { readonly phase: 'ready'; readonly answer: GuessAnswer }
  /** The layout has to be told by hand. */
  | { readonly phase: 'failed'; readonly failure: Failure };

/** What the service makes of the chosen file; of several in a row only the last one counts. */
export function createGuess(calls: GuessCalls) {
  const $guess = atom<GuessState>({ phase: 'none' });
  const latest = createLatest();

  return {
    $guess,
    /** Asks for the layout of a file; null when it could not be told or another file was chosen meanwhile. */
    async ask(file: File): Promise<GuessAnswer | null> {
      $guess.set({ phase: 'guessing' });
      try {
        const answer = await latest.run((signal) => calls.guess(file, signal));
        if (answer) $guess.set({ phase: 'ready', answer: answer.value });
        return answer?.value ?? null;
      } catch (error) {
        $guess.set({ phase: 'failed', failure: failureOf(error) });
        return null;
      }
    },
    forget(): void {
      latest.stop();
      $guess.set({ phase: 'none' });
    },
  };
}
