import type { PartNote, PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import type { Miss, PartsRequest, SearchRequest } from '../context/search-questions.ts';
import { isFiltered } from './filtered-offers.ts';

/** The miss of a search for positions; null when it found what was typed, or goes on with an answer. */
export function missOfSearch(request: SearchRequest, answer: SearchAnswer | null): Miss | null {
  const { query, offset, last, cursor, isStrict } = request;
  if (isStrict === true || offset > 0 || last > 0 || cursor !== '') return null;
  return missOf(query, answer === null ? 0 : answer.positions.length, answer?.notes ?? []);
}

/** The same of a search for parts. One with filters says nothing of the words. */
export function missOfParts({ query, filters, cursor, isStrict }: PartsRequest, answer: PartsAnswer): Miss | null {
  if (isStrict || query === '' || cursor !== '' || isFiltered(filters)) return null;
  return missOf(query, answer.parts.length + answer.crosses.length, answer.notes);
}

function missOf(query: string, found: number, notes: readonly Pick<PartNote, 'kind' | 'text'>[]): Miss | null {
  const wording = wordingOf(query);
  if (wording === null) return null;
  if (found === 0) return { wording, outcome: 'nothing', left: '' };
  const of = (kind: PartNote['kind']) => [
    ...new Set(notes.filter((note) => note.kind === kind).map(({ text }) => text)),
  ];
  const near = of('near');
  if (near.length > 0) return { wording, outcome: 'near', left: near.join(', ') };
  const dropped = of('dropped');
  return dropped.length > 0 ? { wording, outcome: 'less', left: dropped.join(', ') } : null;
}

/** Characters of a wording that are kept; a longer query is a pasted text, not a wording. */
const WORDING_MAX = 100;

/** A telephone number as people in this country write it. */
const PHONE = /(?:\+\s*7|(?<!\p{N})[78])[\s(-]*9\d{2}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}(?!\p{N})/u;
const PRIVATE = [/@/, /https?:/i, PHONE];

/**
 * A query as it is counted: in small letters, with single blanks. Null for what may tell of a person (an address, a
 * telephone number), and for what is too long to be a wording or has neither letter nor digit.
 */
function wordingOf(query: string): string | null {
  const wording = query
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (wording.length > WORDING_MAX || !/[\p{L}\p{N}]/u.test(wording)) return null;
  return PRIVATE.some((pattern) => pattern.test(wording)) ? null : wording;
}
