// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNCLEAN = /[\u0000-\u001f\ud800-\udfff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]+/gu;

/** Characters of a cell that says one figure: a price, a stock, a time. */
const FIGURE_MAX = 200;

/**
 * The text of a cell that may say one figure, its runs of blanks as one; null for one that is longer than any figure, so that
 * no pattern meets more. Cut short it could say another figure.
 */
export function figureText(text: string): string | null {
  const inner = text.trim();
  return inner.length > FIGURE_MAX ? null : inner.replace(/[\s\p{Zs}]+/gu, ' ');
}

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
