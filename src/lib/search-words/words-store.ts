import { atom } from 'nanostores';
import { type Failure, failureOf } from '../http/failure.ts';
import { createCursorList } from '../lists/cursor-store.ts';
import type { WordQuery } from './queries.ts';
import type { SearchWordCalls, WordBody } from './search-word-calls.ts';

type Calls = Pick<SearchWordCalls, 'words' | 'save' | 'takeBack'>;

/** What was done last, for the page to say. */
type Done = { readonly kind: 'saved' | 'takenBack'; readonly word: string } | null;

/** The dictionary of the search, as a query has it. After a change the list is asked for anew: the word may have moved. */
export function createWords(calls: Calls) {
  const list = createCursorList({ page: calls.words, rowsOf: ({ words }) => words }, {} as WordQuery);
  const $done = atom<Done>(null);

  async function change(act: () => Promise<Done>): Promise<Failure | null> {
    try {
      $done.set(await act());
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'missing') void list.search(list.$list.get().query);
      return failure;
    }
    void list.search(list.$list.get().query);
    return null;
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
