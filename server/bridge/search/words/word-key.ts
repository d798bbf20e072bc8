import { wordsOf } from '../../../text/words.ts';

/** Stands for any number in an entry: «# шт». */
export const ANY_NUMBER = '#';

/** The forms of the words of an entry, by which it is looked up; `#` stands for a number. */
export const formsOfEntry = (text: string): string[] =>
  text.split(/\s+/).flatMap((piece) => (piece === ANY_NUMBER ? [ANY_NUMBER] : wordsOf(piece)));

/** The one key of an entry: the same for every form of its words; '' for a text without letter and digit. */
export const wordKey = (text: string): string => formsOfEntry(text).join(' ');

/** The alternatives of a meaning. */
export const meaningsOf = (means: string): string[] =>
  means
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');
