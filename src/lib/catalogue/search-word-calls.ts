import { SEARCH_WORD_FORM } from '../../../contract/catalogue/forms.ts';
import type { SearchMissPage, SearchWord, SearchWordPage } from '../../../contract/catalogue/search-words.ts';
import type { OwnWordKind } from '../../../contract/catalogue/words.ts';
import { checked } from '../platform/http-client.ts';
import { addressFilters } from '../platform/paths.ts';
import { bridge } from '../platform/session.ts';

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

/** Filters of the dictionary, in the order they stand in an address. */
const WORD_FILTERS = ['query', 'kind', 'own'] as const;
/** Filters of what was not found. */
const MISS_FILTERS = ['outcome'] as const;

export type WordQuery = Readonly<Partial<Record<(typeof WORD_FILTERS)[number], string>>>;
export type MissQuery = Readonly<Partial<Record<(typeof MISS_FILTERS)[number], string>>>;

export const wordFilters = addressFilters(WORD_FILTERS);
export const missFilters = addressFilters(MISS_FILTERS);
