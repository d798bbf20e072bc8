import type { Form } from '../fields/field.ts';
import { meanings, ownWordKind, searchWord } from '../fields/search-word.ts';

/** POST /search/words. */
export const SEARCH_WORD_FORM = { word: searchWord, kind: ownWordKind, means: meanings } satisfies Form;
