/** Texts as a workbook has them (ECMA-376). */

/** A text cell: an inline string, so that nothing in it is ever evaluated. Outer white space is kept. */
export function textCell(reference: string, style: number, text: string): string {
  const content = cellText(text);
  const isPadded = content.charCodeAt(0) <= LAST_XML_SPACE || content.charCodeAt(content.length - 1) <= LAST_XML_SPACE;
  // In every cell it would be a fifth of the sheet.
  const space = isPadded ? ' xml:space="preserve"' : '';
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${content}</t></is></c>`;
}

/** XML's white space are the blank and, below it, tab and line ends. */
const LAST_XML_SPACE = 0x20;

/** Characters that Excel accepts in one cell. */
const CELL_TEXT_MAX = 32_767;

/** Characters that plain text inside an element cannot contain; most texts have none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const SPECIAL = /[&<>\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

const coded = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Markup escaped, control characters as `_xHHHH_` (ECMA-376, ST_Xstring), lone surrogates as U+FFFD, cut to fit. */
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
