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

const YES: ReadonlySet<unknown> = new Set([true, 1, 'true', '1', 'on']);
const NO: ReadonlySet<unknown> = new Set([false, 0, null, '', 'false', '0', 'off']);

/** A box of a form: undefined when it is not sent, null when what is sent is neither yes nor no. */
export function readFlag(value: unknown): boolean | undefined | null {
  if (value === undefined) return undefined;
  if (YES.has(value)) return true;
  return NO.has(value) ? false : null;
}
