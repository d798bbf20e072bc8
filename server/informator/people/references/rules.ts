import { foldText, wordsOf } from '../../../text/words.ts';

/** Whether a title holds the text literally, or every word of it in some form, whatever the case. */
export function titleMatches(title: string, text: string): boolean {
  const part = foldText(text).trim();
  if (foldText(title).includes(part)) return true;
  const wanted = wordsOf(text);
  if (wanted.length === 0) return false;
  const words = new Set(wordsOf(title));
  return wanted.every((word) => words.has(word));
}
