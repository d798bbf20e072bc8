/** Folds a text for comparison: lower case, one Unicode form, ё as е, spaces for control characters. */
export const foldSearch = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/**
 * More characters than a folded name, e-mail and position have together; SQLite refuses very long patterns. Folding
 * makes up to eighteen characters of one, so a text is measured after it.
 */
export const SEARCHED_MAX = 2_000;

export const titleContains = (title: string, part: string): boolean =>
  title.toLowerCase().includes(part.normalize('NFC').toLowerCase());

/** Characters of a well-formed text: a pair of surrogates is one. */
export const characterCount = (text: string): number => text.replace(/[\ud800-\udbff]/g, '').length;
