import { SEARCH_OFFSET_MAX, SEARCH_PAGE_MAX } from '../../../contract/limits.ts';

const integer = (text: string | undefined): number => (/^\s*\d+\s*$/.test(text ?? '') ? Number(text) : 0);

/** Rows of a page: what is no positive integer means the default, more than the limit means the limit. */
export const clampedLimit = (text: string | undefined, byDefault: number): number =>
  Math.min(integer(text) || byDefault, SEARCH_PAGE_MAX);

/** Rows to leave out: what is no positive integer means none, more than the limit means the limit. */
export const clampedOffset = (text: string | undefined): number => Math.min(integer(text), SEARCH_OFFSET_MAX);

/** The id of a row, 0 for anything that cannot be one. */
export const rowId = (text: string | undefined): number => {
  const id = integer(text);
  return Number.isSafeInteger(id) ? id : 0;
};
