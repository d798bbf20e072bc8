import { TITLE_MAX } from '../contract/limits.ts';

/** A title as it is stored: runs of white space and control characters are one space. */
export const tidyTitle = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** What keeps a tidy title from being stored: nothing in it can be seen, or it is longer than TITLE_MAX. */
export function titleProblem(tidy: string): 'blank' | 'too long' | null {
  if (!/[^\s\p{Cf}]/u.test(tidy)) return 'blank';
  return tidy.length > TITLE_MAX ? 'too long' : null;
}

const encoder = new TextEncoder();

/** Whether a text takes more bytes of UTF-8. A UTF-16 unit takes at most three: shorter texts need no counting. */
export const exceedsBytes = (text: string, most: number): boolean =>
  text.length * 3 > most && (text.length > most || encoder.encode(text).length > most);
