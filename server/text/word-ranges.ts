import { typedWords, wordForm } from './words.ts';

/** Words of a query that are looked for; the rest is ignored. */
const WORDS_MAX = 16;
/** Above every character that a word can hold. */
const LAST = '\u{10ffff}';

/** What is looked for in an index of words: each a range, lowest and highest word, both included. */
export type WordRange = readonly [from: string, to: string];

/**
 * The words of a query, all of which a text has to hold; the last one may be the beginning of a word, because it may
 * still be typed. Empty where the query holds no letter and no digit.
 */
export function wordRanges(query: string): WordRange[] {
  const words = typedWords(query)
    .slice(0, WORDS_MAX)
    .map(({ raw }) => wordForm(raw));
  return words.map((word, at): WordRange => [word, at === words.length - 1 ? word + LAST : word]);
}
