import type { DocumentFilterQuery } from '../../../../contract/docflow-list.ts';
import { LIST_SORTS, type ListSort } from '../../../../contract/document-lists.ts';
import { badRequest } from '../../../http/errors.ts';
import { dayStart, isDay } from '../../../text/day.ts';
import { readWanted, type Wanted } from '../search/query.ts';

const DAY_MS = 86_400_000;

/** What a list is sorted by. */
export interface ListOrder {
  readonly by: ListSort;
  readonly isDescending: boolean;
}

/** What a list is narrowed by, besides what the search knows. */
export interface ListFilter {
  readonly wanted: Wanted;
  /** uids */
  readonly creator: string | null;
  readonly signatory: string | null;
  /** Created from this moment on, and before that one; milliseconds since the epoch. */
  readonly from: number | null;
  readonly before: number | null;
  readonly isOverdue: boolean;
}

const NEWEST_FIRST: ListOrder = { by: 'num', isDescending: true };

/** Reads a filter; like the search it ignores what means nothing, but an id or a day that is none is a 400. */
export function readListFilter(query: DocumentFilterQuery, timeZone: string): ListFilter {
  const from = dayOf(query.from, 'from');
  const to = dayOf(query.to, 'to');
  return {
    wanted: readWanted(query),
    creator: uidOf(query.creator),
    signatory: uidOf(query.signatory),
    from: from === null ? null : dayStart(from, timeZone),
    before: to === null ? null : dayStart(to + DAY_MS, timeZone),
    isOverdue: query.overdue === '1',
  };
}

/** A uid, '' for what nobody can have: no database is asked for anything else. */
function uidOf(text = ''): string | null {
  const uid = text.trim();
  if (uid === '') return null;
  return /^[^\p{Cc}\p{Cs}]{1,200}$/u.test(uid) ? uid : '';
}

function dayOf(text: string | undefined, name: 'from' | 'to'): number | null {
  if (text === undefined || text === '') return null;
  if (!isDay(text)) throw badRequest(`invalid ${name}`);
  return Date.parse(text);
}

/** The order asked for; the newest first where none is, or an unknown one. */
export function readOrder(text = ''): ListOrder {
  const isDescending = text.startsWith('-');
  const by = LIST_SORTS.find((sort) => sort === text.slice(isDescending ? 1 : 0));
  return by ? { by, isDescending } : NEWEST_FIRST;
}

/** Whether a filter asks for nothing that the search does not know. */
export const isPlain = ({ creator, signatory, from, before, isOverdue }: ListFilter): boolean =>
  creator === null && signatory === null && from === null && before === null && !isOverdue;
