import { atom } from 'nanostores';
import { type Failure, failureOf } from '../http/failure.ts';
import { createCursorList } from '../lists/cursor-store.ts';
import type { MissQuery } from './queries.ts';
import type { SearchWordCalls } from './search-word-calls.ts';

type Calls = Pick<SearchWordCalls, 'misses' | 'forget'>;

interface Forgetting {
  /** Wordings that are gone from the list. */
  readonly gone: ReadonlySet<string>;
  /** The last one that was to go, and why it did not. */
  readonly last: { readonly wording: string; readonly failure: Failure | null } | null;
}

/** What buyers searched for and did not find, the most frequent first. */
export function createMisses(calls: Calls) {
  const list = createCursorList({ page: calls.misses, rowsOf: ({ misses }) => misses }, {} as MissQuery);
  const $forgetting = atom<Forgetting>({ gone: new Set(), last: null });
  const tell = (wording: string, failure: Failure | null) => {
    const { gone } = $forgetting.get();
    // Somebody else has dealt with it: that is what was wanted.
    const isGone = failure === null || failure.kind === 'missing';
    $forgetting.set({
      gone: isGone ? new Set([...gone, wording]) : gone,
      last: { wording, failure: isGone ? null : failure },
    });
  };
  return {
    ...list,
    $forgetting,
    search: (query: MissQuery): Promise<void> => {
      $forgetting.set({ gone: new Set(), last: null });
      return list.search(query);
    },
    async forget(wording: string): Promise<void> {
      try {
        await calls.forget(wording);
        tell(wording, null);
      } catch (error) {
        tell(wording, failureOf(error));
      }
    },
  };
}
