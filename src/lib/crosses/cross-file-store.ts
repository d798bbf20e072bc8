import { atom } from 'nanostores';
import type { CrossUploadAnswer } from '../../../contract/crosses.ts';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { CrossCalls } from './cross-calls.ts';
import { type CrossLayout, formOf, layoutOf, likeliestSheet } from './cross-layout.ts';

interface Calls extends Pick<CrossCalls, 'upload'> {
  guess(file: File, signal: AbortSignal): Promise<GuessAnswer>;
}

/** What is under way, and what came of it last. */
export type CrossFileState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'checking' | 'saying' }
  /** Checked as the layout still is. */
  | { readonly phase: 'checked' | 'said'; readonly answer: CrossUploadAnswer }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** A chosen file and what the service makes of it. */
export interface CrossFile {
  readonly file: File | null;
  readonly guess: GuessAnswer | null;
  readonly guessing: boolean;
  readonly failure: Failure | null;
  readonly layout: CrossLayout | null;
}

const NONE: CrossFile = { file: null, guess: null, guessing: false, failure: null, layout: null };

/** A file of crosses from its choice to the report: a check is of the layout at hand, and any change of that ends it. */
export function createCrossFile(calls: Calls) {
  const $file = atom<CrossFile>(NONE);
  const $state = atom<CrossFileState>({ phase: 'idle' });
  const latest = createLatest();

  async function send(isDryRun: boolean): Promise<void> {
    const { file, guess, layout } = $file.get();
    const { phase } = $state.get();
    if (!file || !guess || !layout || phase === 'checking' || phase === 'saying') return;
    $state.set({ phase: isDryRun ? 'checking' : 'saying' });
    try {
      const form = formOf({ fileId: guess.fileId, fileName: file.name }, layout, isDryRun);
      const answer = await calls.upload(form);
      // Somebody has changed the layout, or the file, meanwhile: the check is of another one.
      if (isDryRun && $file.get().layout !== layout) $state.set({ phase: 'idle' });
      else $state.set({ phase: isDryRun ? 'checked' : 'said', answer });
    } catch (error) {
      $state.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  return {
    $file,
    $state,
    async choose(file: File | null): Promise<void> {
      latest.stop();
      $state.set({ phase: 'idle' });
      $file.set({ ...NONE, file, guessing: file !== null });
      if (file === null) return;
      try {
        const guess = await latest.run((signal) => calls.guess(file, signal));
        if (guess === null) return;
        const sheet = likeliestSheet(guess.value);
        $file.set({ ...NONE, file, guess: guess.value, layout: sheet && layoutOf(sheet, 'both') });
      } catch (error) {
        $file.set({ ...NONE, file, failure: failureOf(error) });
      }
    },
    change(layout: CrossLayout): void {
      $file.set({ ...$file.get(), layout });
      const { phase } = $state.get();
      if (phase !== 'saying' && phase !== 'checking') $state.set({ phase: 'idle' });
    },
    check: (): Promise<void> => send(true),
    say: (): Promise<void> => send(false),
    leave: latest.stop,
  };
}
