// Calls and state of the two pages where administrators teach the search words: the dictionary, and what buyers
// searched for and did not find.
import { atom } from 'nanostores';
import { SEARCH_WORD_FORM } from '../../../contract/catalogue/forms.ts';
import type {
  LikelyMakers,
  PartNamesAnswer,
  SavedSearchWord,
  SearchMissPage,
  SearchWordPage,
} from '../../../contract/catalogue/search-words.ts';
import type { OwnWordKind } from '../../../contract/catalogue/words.ts';
import { attempt, checked, type Failure } from '../platform/http-client.ts';
import { addressFilters } from '../platform/paths.ts';
import { bridge } from '../platform/session.ts';
import { createCursorList } from '../ui/cursor-list.ts';

/** A word as a form sends it; meanings are parted by `;`. */
export interface WordBody {
  readonly word: string;
  readonly kind: OwnWordKind;
  readonly means: string;
}

const withCursor = <Query extends object>(query: Query, cursor: string | null) => ({
  ...query,
  ...(cursor !== null && { cursor }),
});

/** The calls of the dictionary of the search and of what was not found. All throw what ky throws, or SessionEnded. */
export const searchWordCalls = {
  /** One page; `cursor` is `next` of the page before, null for the first. */
  words: (query: WordQuery, cursor: string | null, signal?: AbortSignal): Promise<SearchWordPage> =>
    bridge.get('search/words', { searchParams: withCursor(query, cursor), signal }).json<SearchWordPage>(),
  save: async (body: WordBody): Promise<SavedSearchWord> =>
    bridge.post('search/words', { json: checked(SEARCH_WORD_FORM, body) }).json<SavedSearchWord>(),
  /** Names of manufacturers that are likely one. */
  likelyMakers: async (): Promise<LikelyMakers['pairs']> =>
    (await bridge.get('search/words/makers').json<LikelyMakers>()).pairs,
  /** Names that a wording can be read as, which hold the text. */
  names: async (kind: 'part' | 'machine', text: string, signal: AbortSignal): Promise<readonly string[]> =>
    (await bridge.get('search/words/names', { searchParams: { kind, text }, signal }).json<PartNamesAnswer>()).names,
  async takeBack(word: string): Promise<void> {
    await bridge.delete('search/words', { searchParams: { word } });
  },
  misses: (query: MissQuery, cursor: string | null, signal?: AbortSignal): Promise<SearchMissPage> =>
    bridge.get('search/misses', { searchParams: withCursor(query, cursor), signal }).json<SearchMissPage>(),
  async forget(wording: string): Promise<void> {
    await bridge.delete('search/misses', { searchParams: { wording } });
  },
};
type SearchWordCalls = typeof searchWordCalls;

/** Filters of the dictionary, in the order they stand in an address. */
const WORD_FILTERS = ['query', 'kind', 'own'] as const;
const MISS_FILTERS = ['outcome'] as const;

export type WordQuery = Readonly<Partial<Record<(typeof WORD_FILTERS)[number], string>>>;
type MissQuery = Readonly<Partial<Record<(typeof MISS_FILTERS)[number], string>>>;

export const wordFilters = addressFilters(WORD_FILTERS);
export const missFilters = addressFilters(MISS_FILTERS);

type Calls = Pick<SearchWordCalls, 'words' | 'save' | 'takeBack'>;

/** What was done last, as the answer has it. */
export type Done =
  | { readonly kind: 'saved'; readonly word: string; readonly replaced: SavedSearchWord['replaced'] }
  | { readonly kind: 'takenBack'; readonly word: string };

/** The dictionary of the search, as a query has it. After a change the list is asked for anew: the word may have moved. */
export function createWords(calls: Calls) {
  const list = createCursorList({ page: calls.words, rowsOf: ({ words }) => words }, {} as WordQuery);
  const $done = atom<Done | null>(null);

  async function change(act: () => Promise<Done>): Promise<Failure | null> {
    const failure = await attempt(async () => $done.set(await act()));
    if (failure === null || failure.kind === 'missing') void list.search(list.$list.get().query);
    return failure;
  }

  return {
    ...list,
    $done,
    save: (body: WordBody): Promise<Failure | null> =>
      change(async () => {
        const { word, replaced } = await calls.save(body);
        return { kind: 'saved', word, replaced };
      }),
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
    // Another user has dealt with it: that is what was wanted.
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
