import { atom } from 'nanostores';
import { attempt, type Failure } from '../platform/http-client.ts';
import { createCursorList } from '../ui/cursor-list.ts';
import type { MissQuery, SearchWordCalls, WordBody, WordQuery } from './search-word-calls.ts';

type Calls = Pick<SearchWordCalls, 'words' | 'save' | 'takeBack'>;

/** What was done last, for the page to say. */
type Done = { readonly kind: 'saved' | 'takenBack'; readonly word: string } | null;

/** The dictionary of the search, as a query has it. After a change the list is asked for anew: the word may have moved. */
export function createWords(calls: Calls) {
  const list = createCursorList({ page: calls.words, rowsOf: ({ words }) => words }, {} as WordQuery);
  const $done = atom<Done>(null);

  async function change(act: () => Promise<Done>): Promise<Failure | null> {
    const failure = await attempt(async () => $done.set(await act()));
    if (failure === null || failure.kind === 'missing') void list.search(list.$list.get().query);
    return failure;
  }

  return {
    ...list,
    $done,
    save: (body: WordBody): Promise<Failure | null> =>
      change(async () => ({ kind: 'saved', word: (await calls.save(body)).word })),
    takeBack: (word: string): Promise<Failure | null> =>
      change(async () => {
        await calls.takeBack(word);
        return { kind: 'takenBack', word };
      }),
  };
}
export type Words = ReturnType<typeof createWords>;

type MissCalls = Pick<SearchWordCalls, 'misses' | 'forget'>;

interface Forgetting {
  /** Wordings that are gone from the list. */
  readonly gone: ReadonlySet<string>;
  /** The last one that was to go, and why it did not. */
  readonly last: { readonly wording: string; readonly failure: Failure | null } | null;
}

/** What buyers searched for and did not find, the most frequent first. */
export function createMisses(calls: MissCalls) {
  const list = createCursorList({ page: calls.misses, rowsOf: ({ misses }) => misses }, {} as MissQuery);
  const $forgetting = atom<Forgetting>({ gone: new Set(), last: null });
  const show = (wording: string, failure: Failure | null) => {
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
    forget: async (wording: string): Promise<void> => show(wording, await attempt(() => calls.forget(wording))),
  };
}
