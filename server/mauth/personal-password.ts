import { foldSearch } from '../text/fold-search.ts';
import { otherLayouts } from '../text/layout.ts';

/** Shorter words occur in good passwords by chance. */
const WORD_MIN = 4;
/** What may stand beside a word without making it a password: a year. */
const BESIDE_MAX = 4;

const bare = (text: string) => foldSearch(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** What a stranger knows of the owner of an e-mail address: its two halves, whole and in pieces. */
export const wordsOfEmail = (email: string): string[] => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return [
    email,
    email.slice(0, at),
    domain,
    ...email.slice(0, at).split(/[^\p{L}\p{N}]+/u),
    ...domain.split('.'),
  ];
};

/** Whether a password is one of these words with next to nothing beside it, whatever case, signs and layout. */
export function isPersonalPassword(password: string, words: readonly string[]): boolean {
  const readings = [password, ...otherLayouts(password)].map(bare);
  return words
    .map(bare)
    .filter((word) => word.length >= WORD_MIN)
    .some((word) => readings.some((reading) => isLittleMore(reading, word)));
}

const isLittleMore = (text: string, word: string) =>
  text.includes(word) && text.replaceAll(word, '').length <= BESIDE_MAX;
