import { SEARCH_WORDS_PAGE } from '../../../../contract/limits.ts';
import type { SearchWord, SearchWordPage } from '../../../../contract/search-words.ts';
import type { OwnWordKind, WordKind } from '../../../../contract/word-kinds.ts';
import { editorOfRow } from '../../../database/editor-columns.ts';
import { foldSearch } from '../../../text/fold-search.ts';
import { iso } from '../../../text/iso.ts';
import type { WordEntry } from '../words/entries.ts';
import { meaningsOf } from '../words/word-key.ts';
import type { OwnWordRecord } from './store.ts';

/** Which words; '' and null leave every one in. */
export interface WordFilter {
  readonly text: string;
  readonly kind: OwnWordKind | null;
  readonly isOwn: boolean;
}

/** The word as it counts: what the shop says goes over what the product says; at least one of them says something. */
export function searchWordAnswer(builtIn: WordEntry<WordKind> | null, own: OwnWordRecord | null): SearchWord {
  const said = own ?? builtIn;
  if (!said) throw new RangeError('nothing is said of the word');
  return {
    word: said.word,
    kind: said.kind,
    means: meaningsOf(said.means),
    builtIn: builtIn && { kind: builtIn.kind, means: meaningsOf(builtIn.means) },
    own: own && { savedAt: iso(own.saved_at), savedBy: editorOfRow(own) },
  };
}

/** One page of the dictionary by the alphabet, behind a word; `builtIn` is by key. */
export function wordPage(
  builtIn: ReadonlyMap<string, WordEntry<WordKind>>,
  own: readonly OwnWordRecord[],
  { text, kind, isOwn }: WordFilter,
  behind: string | null,
): SearchWordPage {
  const told = new Map([...builtIn].map(([key, entry]) => [key, searchWordAnswer(entry, null)]));
  for (const record of own) told.set(record.key, searchWordAnswer(builtIn.get(record.key) ?? null, record));
  const folded = foldSearch(text);
  const words = [...told.values()]
    .filter((word) => (!isOwn || word.own !== null) && (kind === null || word.kind === kind))
    .filter(({ word, means }) => [word, ...means].some((one) => foldSearch(one).includes(folded)))
    .sort((one, other) => inOrder(one.word, other.word));
  const rest = behind === null ? words : words.filter(({ word }) => inOrder(word, behind) > 0);
  const page = rest.slice(0, SEARCH_WORDS_PAGE);
  return {
    words: page,
    total: words.length,
    next: rest.length > page.length ? (page.at(-1)?.word ?? null) : null,
  };
}

const ALPHABET = new Intl.Collator('ru');
/** Two spellings that the alphabet puts in one place still have an order. */
const inOrder = (one: string, other: string): number =>
  ALPHABET.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
