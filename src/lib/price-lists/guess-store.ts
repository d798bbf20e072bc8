import { atom } from 'nanostores';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { PRICE_LIST_PROBLEMS, type PriceListProblemCode } from '../../../contract/price-list-problems.ts';
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
  /** The layout has to be told by hand, unless there is none: such a file cannot be uploaded at all. */
  | { readonly phase: 'failed'; readonly failure: Failure; readonly isUnfit: boolean };

/** What is wrong with looking at a file and need not be so the next time: an upload may still read it. */
const PASSING: ReadonlySet<PriceListProblemCode> = new Set([
  'TOO_MUCH_MEMORY',
  'TOO_MUCH_TIME',
  'CRASHED',
  'CANCELLED',
]);

/** Whether the service has said that the file itself is no price list that can be read. */
function isOfTheFile({ facts }: Failure): boolean {
  const code = facts.code as PriceListProblemCode;
  return Object.hasOwn(PRICE_LIST_PROBLEMS, code) && !PASSING.has(code);
}

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
        const failure = failureOf(error);
        $guess.set({ phase: 'failed', failure, isUnfit: isOfTheFile(failure) });
        return null;
      }
    },
    forget(): void {
      latest.stop();
      $guess.set({ phase: 'none' });
    },
  };
}
