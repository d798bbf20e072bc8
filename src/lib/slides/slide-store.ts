import { atom } from 'nanostores';
import type { Note } from '../../../contract/mnote.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { SlideCalls } from './slide-calls.ts';

export type SlidePageState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly note: Note }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** One slide as its page shows it. */
export function createSlidePage(calls: Pick<SlideCalls, 'one' | 'remove'>, id: number) {
  const $page = atom<SlidePageState>({ phase: 'loading' });
  return {
    $page,
    async load(): Promise<void> {
      try {
        const { value } = await calls.one(id);
        $page.set({ phase: 'ready', note: value });
      } catch (error) {
        $page.set({ phase: 'failed', failure: failureOf(error) });
      }
    },
    /** Deletes the slide; null means deleted, also when somebody was faster. */
    async remove(): Promise<Failure | null> {
      try {
        await calls.remove(id);
        return null;
      } catch (error) {
        const failure = failureOf(error);
        return failure.kind === 'missing' ? null : failure;
      }
    },
  };
}
