/** Text as it stands in HTML between tags. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text as it stands in an attribute between double quotes. */
export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

const BUFFER = /<(Buffer\b[^<>\n]*)>/g;

/** Text as it stands in code: a printed `<Buffer 68 65>` goes without its angle brackets. */
export const escapeCode = (text: string): string => escapeText(text.replace(BUFFER, '$1'));
