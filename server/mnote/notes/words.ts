import { wordsOf } from '../../text/words.ts';

/** The words that a title is found by. */
export const titleWords = (title: string): string[] => [...new Set(wordsOf(title))];
