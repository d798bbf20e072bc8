import { SEARCH_WORD_FORM } from '../../../contract/forms/search-words.ts';
import type { SearchMissPage, SearchWord, SearchWordPage } from '../../../contract/search-words.ts';
import type { OwnWordKind } from '../../../contract/word-kinds.ts';
import { checked } from '../http/unsendable.ts';
import { bridge } from '../session/guarded.ts';
import type { MissQuery, WordQuery } from './queries.ts';

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
  save: async (body: WordBody): Promise<SearchWord> =>
    bridge.post('search/words', { json: checked(SEARCH_WORD_FORM, body) }).json<SearchWord>(),
  /** Takes back what the shop said of a word. */
  async takeBack(word: string): Promise<void> {
    await bridge.delete('search/words', { searchParams: { word } });
  },
  misses: (query: MissQuery, cursor: string | null, signal?: AbortSignal): Promise<SearchMissPage> =>
    bridge.get('search/misses', { searchParams: withCursor(query, cursor), signal }).json<SearchMissPage>(),
  async forget(wording: string): Promise<void> {
    await bridge.delete('search/misses', { searchParams: { wording } });
  },
};
export type SearchWordCalls = typeof searchWordCalls;
