/** Beginnings that a spreadsheet may take for a formula, full-width forms included, behind any apostrophes. */
const RISKY = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export const guardCell = (text: string): string => (RISKY.test(text) ? `'${text}` : text);

/** Exactly undoes `guardCell`; any other text stays as it is. */
export const unguardCell = (text: string): string => (text.startsWith("'") && RISKY.test(text) ? text.slice(1) : text);
