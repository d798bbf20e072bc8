/** Characters that Excel accepts in one cell. */
export const CELL_TEXT_MAX = 32_767;

/** Anything that plain text inside an element cannot carry as it is; most texts have none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const SPECIAL = /[&<>\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

const coded = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * A text as the content of a cell element: markup escaped, control characters as `_xHHHH_` (ECMA-376, ST_Xstring), a
 * literal `_xHHHH_` protected, lone surrogates replaced by U+FFFD, cut at CELL_TEXT_MAX characters.
 */
export function cellText(text: string): string {
  if (text.length <= CELL_TEXT_MAX && !SPECIAL.test(text)) return text;
  return text
    .slice(0, CELL_TEXT_MAX)
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, coded)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
