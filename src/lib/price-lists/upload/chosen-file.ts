// The price list that an administrator has chosen in the upload form: remembered over a reload of the page, and what
// the server guesses of its layout.
import { atom } from 'nanostores';
import { PRICE_LIST_PROBLEMS, type PriceListProblemCode } from '../../../../contract/errors.ts';
import type { GuessAnswer } from '../../../../contract/price-lists/guess.ts';
import { createLatest, type Failure, outcomeOf } from '../../platform/http-client.ts';

const KEY = 'upload.file';

/** What outlives a page of a file that was chosen on it: the file itself does not. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  /** The preset that the form was filled from. */
  readonly presetId: number | null;
  /** What the file would do had been looked at. */
  readonly isChecked: boolean;
}

/** Whether a file is the one chosen before, by name and size. */
export const isSameFile = (before: ChosenFile | null, { name, size }: Pick<File, 'name' | 'size'>): boolean =>
  before !== null && before.name === name && before.size === size;

/** The file at hand, in the tab's storage, for a page that is loaded anew. */
export function createChosenFile(memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const read = (): ChosenFile | null => readChosen(memory.getItem(KEY));
  return {
    read,
    choose: (file: Pick<File, 'name' | 'size'>): void => write({ ...BLANK, name: file.name, size: file.size }),
    note(change: Partial<Pick<ChosenFile, 'presetId' | 'isChecked'>>): void {
      const chosen = read();
      if (chosen !== null) write({ ...chosen, ...change });
    },
    forget: (): void => memory.removeItem(KEY),
  };

  function write(chosen: ChosenFile): void {
    memory.setItem(KEY, JSON.stringify(chosen));
  }
}

const BLANK = { presetId: null, isChecked: false };

function readChosen(stored: string | null): ChosenFile | null {
  if (stored === null) return null;
  try {
    const read = JSON.parse(stored) as Partial<Record<keyof ChosenFile, unknown>> | null;
    if (typeof read?.name !== 'string' || typeof read.size !== 'number') return null;
    const presetId = typeof read.presetId === 'number' ? read.presetId : null;
    return { name: read.name, size: read.size, presetId, isChecked: read.isChecked === true };
  } catch {
    return null;
  }
}

interface GuessCalls {
  /** Sends a file to be looked at. Throws what ky throws, or SessionEnded. */
  guess(file: File, signal: AbortSignal): Promise<GuessAnswer>;
}

export type GuessState =
  | { readonly phase: 'none' }
  | { readonly phase: 'guessing' }
  | { readonly phase: 'ready'; readonly answer: GuessAnswer }
  /** The layout has to be set by hand; a file without any (`isUnfit`) cannot be uploaded. */
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
    /** Guesses the layout of a file; null when that failed or another file was chosen meanwhile. */
    async ask(file: File): Promise<GuessAnswer | null> {
      $guess.set({ phase: 'guessing' });
      const { value: answer, failure } = await outcomeOf(() => latest.run((signal) => calls.guess(file, signal)));
      if (failure) $guess.set({ phase: 'failed', failure, isUnfit: isOfTheFile(failure) });
      if (answer) $guess.set({ phase: 'ready', answer: answer.value });
      return answer?.value ?? null;
    },
    forget(): void {
      latest.stop();
      $guess.set({ phase: 'none' });
    },
  };
}
