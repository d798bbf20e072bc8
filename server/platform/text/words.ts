/** Splits texts and queries into the words of the search index. */
import { newStemmer } from 'snowball-stemmers';

/** Longest word that is indexed and asked for, characters. */
export const WORD_MAX = 40;

const CYRILLIC = 'авекмнорстух';
const LATIN = 'abekmhopctyx';
const twins = (letters: string, others: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(letters, (letter, at) => [letter, others.charAt(at)]));
const TO_LATIN = twins(CYRILLIC, LATIN);
const TO_CYRILLIC = twins(LATIN, CYRILLIC);

/** Letter runs up to this length are marks of size or type («М8», «мм»), written in either alphabet. */
const MARK_LENGTH = 2;

const russian = newStemmer('russian');
/** Stems of recent words, and of those before them: a used stem moves to the recent ones, the rest is dropped. */
let stems = new Map<string, string>();
let olderStems = new Map<string, string>();
const STEMS_KEPT = 25_000;

function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = olderStems.get(word) ?? stemOf(word);
  if (stems.size >= STEMS_KEPT) {
    olderStems = stems;
    stems = new Map();
  }
  stems.set(word, found);
  return found;
}

function stemOf(word: string): string {
  const found = russian.stem(word);
  // Of «ось» the algorithm leaves one letter, of «оси» two.
  if (found.length >= 2) return found;
  return word.length > 2 ? word.replace(/[аеийоуыьэюя]$/, '') : word;
}

const swapped = (word: string, letters: Readonly<Record<string, string>>): string =>
  Array.from(word, (letter) => letters[letter] ?? letter).join('');

/** One alphabet for a word typed in two: Cyrillic if every Latin letter of it has a Cyrillic twin. */
export function oneAlphabet(word: string): string {
  if (!/[а-я]/.test(word)) return word;
  if (word.length <= MARK_LENGTH) {
    const latin = swapped(word, TO_LATIN);
    return /[а-я]/.test(latin) ? word : latin;
  }
  if (!/[a-z]/.test(word)) return word;
  const cyrillic = swapped(word, TO_CYRILLIC);
  return /[a-z]/.test(cyrillic) ? swapped(word, TO_LATIN) : cyrillic;
}

export const foldText = (text: string): string =>
  text.replaceAll('№', ' ').normalize('NFKC').toLowerCase().replaceAll('ё', 'е');

export interface TypedWord {
  readonly typed: string;
  readonly raw: string;
}

/** The words of a text, in order: lower case, ё as е, letters and digits apart («10мм» as «10 мм»), cut at WORD_MAX. */
export function typedWords(text: string): TypedWord[] {
  const runs = foldText(text).match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [];
  return runs.map((run) => {
    const typed = run.slice(0, WORD_MAX).toWellFormed();
    return { typed, raw: oneAlphabet(typed) };
  });
}

export const rawWords = (text: string): string[] => typedWords(text).map((word) => word.raw);

/** The form of one raw word that the index keeps: the Russian stem, or the word itself. */
export const wordForm = (raw: string): string => (/[а-я]/.test(raw) ? stem(raw) : raw);

export const wordsOf = (text: string): string[] => rawWords(text).map(wordForm);

const WORDS_MAX = 16;
/** Above every character that a word can hold. */
const LAST = '\u{10ffff}';

/** A range of an index of words: lowest and highest word, both included. */
export type WordRange = readonly [from: string, to: string];

/** All of which a text has to contain; the last may be the beginning of a word. Empty without letters and digits. */
export function wordRanges(query: string): WordRange[] {
  const words = typedWords(query)
    .slice(0, WORDS_MAX)
    .map(({ raw }) => wordForm(raw));
  return words.map((word, at): WordRange => [word, at === words.length - 1 ? word + LAST : word]);
}

/** A text as LIKE takes it literally, with `!` for ESCAPE. */
export const literally = (text: string): string => text.replace(/[!%_]/g, '!$&');
