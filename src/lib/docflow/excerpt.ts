import { DOCUMENT_EXCERPT } from '../../../contract/limits.ts';
import type { Excerpt } from '../content/excerpt.ts';

/** A full stop further away than this many characters does not end an excerpt: a card is no page. */
const STOP_WITHIN = 2_000;

/**
 * The beginning of a description for its card: a long one ends with the first full stop after 350 characters, or, where
 * there is none, at the last space before them, so that something of it always stands there.
 */
export function descriptionExcerpt(description: string): Excerpt {
  if (description.length <= DOCUMENT_EXCERPT) return { text: description, isCut: false };
  const stop = description.slice(DOCUMENT_EXCERPT, DOCUMENT_EXCERPT + STOP_WITHIN).indexOf('.');
  const text = stop < 0 ? atWord(description) : description.slice(0, DOCUMENT_EXCERPT + stop + 1);
  return { text, isCut: true };
}

function atWord(description: string): string {
  const start = description.slice(0, DOCUMENT_EXCERPT + 1);
  const space = start.search(/\s\S*$/);
  // An endless word is cut between two whole characters.
  const isEndless = space < DOCUMENT_EXCERPT / 2;
  const text = isEndless ? start.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '') : start.slice(0, space);
  return `${text.trimEnd()}…`;
}
