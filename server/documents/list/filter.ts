// Filter, order and cursor of a list of documents: read from a query, and as SQL conditions.
import { sql } from 'kysely';
import type { DocumentFilterQuery } from '../../../contract/documents/lists.ts';
import { LIST_SORTS, type ListSort } from '../../../contract/documents/words.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import { badRequest, packValue, unpackValue } from '../../platform/http/request.ts';
import { dayStart, isDay } from '../../platform/text/day.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import * as conditions from '../search/conditions.ts';

export interface ListOrder {
  readonly by: ListSort;
  readonly isDescending: boolean;
}

export interface ListFilter {
  readonly wanted: conditions.Wanted;
  /** uids */
  readonly creator: string | null;
  readonly signatory: string | null;
  /** Is asked now. */
  readonly asked: string | null;
  /** Created from this moment on, and before that one; milliseconds since the epoch. */
  readonly from: number | null;
  readonly before: number | null;
  readonly isOverdue: boolean;
}

const NEWEST_FIRST: ListOrder = { by: 'num', isDescending: true };

/** Reads a filter; unknown values are ignored, but an invalid id or day is a 400. */
export function readListFilter(query: DocumentFilterQuery, timeZone: string): ListFilter {
  const from = dayOf(query.from, 'from');
  const to = dayOf(query.to, 'to');
  return {
    wanted: conditions.readWanted(query),
    creator: uidOf(query.creator),
    signatory: uidOf(query.signatory),
    asked: uidOf(query.asked),
    from: from === null ? null : dayStart(from, timeZone),
    before: to === null ? null : dayStart(to + DAY_MS, timeZone),
    isOverdue: query.overdue === '1',
  };
}

/** A uid; '' for what cannot be one, which is not queried. */
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

/** Whether a filter has only what the search has. */
export const isPlain = ({ creator, signatory, asked, from, before, isOverdue }: ListFilter): boolean =>
  [creator, signatory, asked, from, before].every((one) => one === null) && !isOverdue;

/** The uids that a filter names. */
export const uidsOf = ({ creator, signatory, asked }: ListFilter): string[] =>
  [creator, signatory, asked].filter((uid) => uid !== null);

/** A filter whose people are known by their rows; -1 where there is no such person. */
export interface KnownFilter extends Omit<ListFilter, 'creator' | 'signatory' | 'asked'> {
  readonly creator: number | null;
  readonly signatory: number | null;
  readonly asked: number | null;
  /** The present moment, milliseconds since the epoch. */
  readonly now: number;
}

const NO_PERSON = -1;

export async function knownFilter(read: PortalSource, filter: ListFilter, now: number): Promise<KnownFilter> {
  const uids = uidsOf(filter);
  const rows =
    uids.length === 0 ? [] : await read.selectFrom('users').select(['id', 'uid']).where('uid', 'in', uids).execute();
  const idOf = (uid: string | null) => (uid === null ? null : (rows.find((row) => row.uid === uid)?.id ?? NO_PERSON));
  const { creator, signatory, asked } = filter;
  return { ...filter, creator: idOf(creator), signatory: idOf(signatory), asked: idOf(asked), now };
}

/** Condition: a pending decision is past its deadline. */
const isOverdue = (now: number): conditions.Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS late
    WHERE late.document_id = documents.id AND late.is_asked = 1 AND late.due_at < ${now})`;

const isListed = (user: number): conditions.Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS named
    WHERE named.document_id = documents.id AND named.user_id = ${user})`;

/** Condition: an entry of the person is asked; unlike `isListed` neither decided nor still to come. */
const isAsked = (user: number): conditions.Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS kept
    WHERE kept.document_id = documents.id AND kept.user_id = ${user} AND kept.is_asked = 1)`;

/** The conditions of a filter, those on the row itself first. */
function ofDocument(
  { wanted, creator, signatory, asked, from, before, isOverdue: late, now }: KnownFilter,
  viewer: conditions.SearchViewer,
) {
  return [
    ...(creator === null ? [] : [sql<boolean>`documents.author_id = ${creator}`]),
    ...(from === null ? [] : [sql<boolean>`documents.created_at >= ${from}`]),
    ...(before === null ? [] : [sql<boolean>`documents.created_at < ${before}`]),
    ...(late ? [isOverdue(now)] : []),
    ...conditions.conditionsOf(wanted, viewer),
    ...(signatory === null ? [] : [isListed(signatory)]),
    ...(asked === null ? [] : [isAsked(asked)]),
    ...(wanted.words ?? []).map(conditions.containsSearchWord),
  ];
}

/** Matches the filter and is visible. CASE: evaluated row by row in this order, by no index but the query's own. */
export async function isWanted(
  read: PortalSource,
  filter: KnownFilter,
  viewer: conditions.SearchViewer,
): Promise<conditions.Condition> {
  const seen = (await conditions.seesEveryPair(read, filter.wanted, viewer)) ? [] : [conditions.isVisible(viewer)];
  const all = [...ofDocument(filter, viewer), ...seen];
  return all.length === 0 ? conditions.allOf([]) : sql<boolean>`CASE WHEN ${conditions.allOf(all)} THEN 1 END = 1`;
}

/** A position in a list: the sort key, null where the document has none, and the id. */
export interface ListPlace {
  readonly key: string | number | null;
  readonly id: number;
}

const nameOf = ({ by, isDescending }: ListOrder): string => `${isDescending ? '-' : ''}${by}`;

/** The place as a text for an address, good for the same order only. */
export const packPlace = (order: ListOrder, { key, id }: ListPlace): string => packValue([nameOf(order), key, id]);

/** The place in a cursor, null for none; throws 400 `invalid cursor` for what is none of this order. */
export function readPlace(order: ListOrder, cursor = ''): ListPlace | null {
  if (cursor === '') return null;
  const packed: unknown = unpackValue(cursor);
  const [name, key, id]: unknown[] = Array.isArray(packed) ? packed : [];
  if (name !== nameOf(order) || !isKeyOf(order, key) || !Number.isSafeInteger(id)) throw badRequest('invalid cursor');
  return { key: key as ListPlace['key'], id: Number(id) };
}

/** Whether a value can be a sort key; any other is not queried. */
function isKeyOf({ by }: ListOrder, key: unknown): boolean {
  if (key === null) return isOfWaiting(by);
  if (by === 'num' || by === 'saved' || by === 'since' || by === 'due') return Number.isSafeInteger(key);
  return typeof key === 'string' && !key.includes('\0');
}

/** Whether only documents that wait have a key in an order. */
export const isOfWaiting = (by: ListSort): by is 'since' | 'due' | 'asked' =>
  by === 'since' || by === 'due' || by === 'asked';
