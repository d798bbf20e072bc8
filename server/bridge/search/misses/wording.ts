/** Characters of a wording that are kept; a longer query is a pasted text, not a wording. */
const WORDING_MAX = 100;

/** A telephone number as people in this country write it. */
const PHONE = /(?:\+\s*7|(?<!\p{N})[78])[\s(-]*9\d{2}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}(?!\p{N})/u;
const PRIVATE = [/@/, /https?:/i, PHONE];

/**
 * A query as it is counted: in small letters, with single blanks. Null for what may tell of a person (an address, a
 * telephone number), and for what is too long to be a wording or has neither letter nor digit.
 */
export function wordingOf(query: string): string | null {
  const wording = query
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (wording.length > WORDING_MAX || !/[\p{L}\p{N}]/u.test(wording)) return null;
  return PRIVATE.some((pattern) => pattern.test(wording)) ? null : wording;
}
