import type { SearchAnswer } from '../../../../contract/bridge.ts';
import type { PartNote, PartsAnswer } from '../../../../contract/parts.ts';
import type { MissOutcome } from '../../../../contract/word-kinds.ts';
import type { SearchRequest } from '../catalogue-search.ts';
import { isFiltered } from '../parts/filters.ts';
import type { PartsRequest } from '../parts/search-parts.ts';
import { wordingOf } from './wording.ts';

/** A search that did not find what was typed, without anything of who searched. */
export interface Miss {
  readonly wording: string;
  readonly outcome: MissOutcome;
  /** The words that were left out, or the article that is not there; '' when nothing was found. */
  readonly left: string;
}

/** A wording as it waits to be written. */
export interface CountedMiss extends Miss {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The miss of a search for positions; null when it found what was typed, or goes on with an answer. */
export function missOfSearch(request: SearchRequest, answer: SearchAnswer | null): Miss | null {
  const { query, offset, last, cursor, isStrict } = request;
  if (isStrict === true || offset > 0 || last > 0 || cursor !== '') return null;
  return missOf(query, answer === null ? 0 : answer.positions.length, answer?.notes ?? []);
}

/** The same of a search for parts. One with filters says nothing of the words. */
export function missOfParts(
  { query, filters, cursor, isStrict }: PartsRequest,
  answer: PartsAnswer,
): Miss | null {
  if (isStrict || query === '' || cursor !== '' || isFiltered(filters)) return null;
  return missOf(query, answer.parts.length + answer.crosses.length, answer.notes);
}

function missOf(
  query: string,
  found: number,
  notes: readonly Pick<PartNote, 'kind' | 'text'>[],
): Miss | null {
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
