// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNCLEAN = /[\u0000-\u001f\ud800-\udfff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]+/gu;

/** Text as it is stored: without outer spaces, line breaks and control characters, which no database or text file takes. */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text) && text.isWellFormed()) return text.trim();
  return text
    .toWellFormed()
    .replace(UNSEEN, '')
    .trim()
    .replace(/[\t\r\n]+/gu, ' ');
}

/** The beginning of a clean text, at most `max` UTF-16 units: without half a character, and clean itself. */
export const cutText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
