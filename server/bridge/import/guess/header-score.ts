import { GUESSED_COLUMNS, type GuessedColumn } from '../../../../contract/guessed-columns.ts';
import { HEADER_WORDS } from './header-words.ts';

/** Longest text of a header that is looked at: what is longer is a sentence about the list. */
const HEADER_MAX = 80;

/** The words of a header cell as they are compared. */
const headerWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const holds = (words: readonly string[], wanted: string): boolean =>
  wanted.endsWith('$') ? words.includes(wanted.slice(0, -1)) : words.some((word) => word.startsWith(wanted));

/** Whether the header holds one of these beginnings of words. */
export const holdsAny = (text: string, wanted: readonly string[]): boolean => {
  const words = headerWords(text);
  return wanted.some((beginning) => holds(words, beginning));
};

/** How surely a header names each column, 1 to 10; those that it does not name are missing. */
export function headerScores(text: string): ReadonlyMap<GuessedColumn, number> {
  const scores = new Map<GuessedColumn, number>();
  if (text.length > HEADER_MAX) return scores;
  const words = headerWords(text);
  if (words.length === 0) return scores;
  for (const column of GUESSED_COLUMNS) {
    const { told, against } = HEADER_WORDS[column];
    const named = Math.max(
      0,
      ...told
        .filter(([all]) => all.split(' ').every((word) => holds(words, word)))
        .map(([, weight]) => weight),
    );
    const denied = against
      .filter(([word]) => holds(words, word))
      .reduce((sum, [, weight]) => sum + weight, 0);
    if (named > denied) scores.set(column, named - denied);
  }
  return scores;
}
