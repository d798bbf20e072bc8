// Letters and numbers of columns of a sheet (C = 3, also typed in Cyrillic), for forms of uploads and the server that
// reads files.

/** Cyrillic capitals that look like a column letter. */
const LATIN = new Map([...'АВСЕНІКМОРТХУ'].map((letter, at) => [letter, 'ABCEHIKMOPTXY'[at] ?? letter]));

const COLUMN_NUMBER_MAX = 16_384;

/** A designator in capitals, with Cyrillic letters that look Latin turned into those: «с» means the column C. */
export const columnText = (typed: string): string =>
  [...typed.trim().toUpperCase()].map((letter) => LATIN.get(letter) ?? letter).join('');

/**
 * The column that a designator means: a leading number from 1, else its Latin letters as in a sheet (`AB` is 28); null
 * for none. Anything else in it is passed over, as clients of the API may send it.
 */
export function columnNumber(designator: string): number | null {
  const text = columnText(designator);
  const digits = /^\d+/.exec(text)?.[0];
  if (digits !== undefined) return inSheet(Number(digits));
  let number = 0;
  for (const letter of text.replace(/[^A-Z]/g, '')) {
    number = number * 26 + letter.charCodeAt(0) - 64;
    if (number > COLUMN_NUMBER_MAX) return null;
  }
  return inSheet(number);
}

const inSheet = (number: number): number | null => (number >= 1 && number <= COLUMN_NUMBER_MAX ? number : null);

export function columnLetters(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
