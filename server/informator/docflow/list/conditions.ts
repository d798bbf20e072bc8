import { type Kysely, sql } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import { allOf, type Condition, conditionsOf, holdsWord, isSeen, type Looker } from '../search/conditions.ts';
import { seesEveryPair } from '../search/counts.ts';
import type { ListFilter } from './filter.ts';

/** A filter whose people are known by their rows; -1 where there is no such person. */
export interface KnownFilter extends Omit<ListFilter, 'creator' | 'signatory'> {
  readonly creator: number | null;
  readonly signatory: number | null;
  /** The present moment, milliseconds since the epoch. */
  readonly now: number;
}

const NOBODY = -1;

/** Finds the people that a filter names. */
export async function knownFilter(
  read: Kysely<InformatorSchema>,
  filter: ListFilter,
  now: number,
): Promise<KnownFilter> {
  const uids = [filter.creator, filter.signatory].filter((uid) => uid !== null);
  const rows =
    uids.length === 0
      ? []
      : await read.selectFrom('users').select(['id', 'uid']).where('uid', 'in', uids).execute();
  const idOf = (uid: string | null) =>
    uid === null ? null : (rows.find((row) => row.uid === uid)?.id ?? NOBODY);
  return { ...filter, creator: idOf(filter.creator), signatory: idOf(filter.signatory), now };
}

/** That somebody who is asked in a document should have decided by now. */
const isOverdue = (now: number): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS late
    WHERE late.document_id = documents.id AND late.is_asked = 1 AND late.due_at < ${now})`;

/** That somebody is listed in a document, in either list. */
const isListed = (user: number): Condition =>
  sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS named
    WHERE named.document_id = documents.id AND named.user_id = ${user})`;

/** What is asked of the row of a document; what only other tables tell comes after it. */
function ofDocument(
  { wanted, creator, signatory, from, before, isOverdue: late, now }: KnownFilter,
  looker: Looker,
) {
  return [
    ...(creator === null ? [] : [sql<boolean>`documents.author_id = ${creator}`]),
    ...(from === null ? [] : [sql<boolean>`documents.created_at >= ${from}`]),
    ...(before === null ? [] : [sql<boolean>`documents.created_at < ${before}`]),
    ...(late ? [isOverdue(now)] : []),
    ...conditionsOf(wanted, looker),
    ...(signatory === null ? [] : [isListed(signatory)]),
    ...(wanted.words ?? []).map(holdsWord),
  ];
}

/**
 * That a document is wanted and seen. CASE: what is asked is settled row by row in this order, and no index but the one that
 * a query is made for is walked.
 */
export async function isWanted(
  read: Kysely<InformatorSchema>,
  filter: KnownFilter,
  looker: Looker,
): Promise<Condition> {
  const seen = (await seesEveryPair(read, filter.wanted, looker)) ? [] : [isSeen(looker)];
  const all = [...ofDocument(filter, looker), ...seen];
  return all.length === 0 ? allOf([]) : sql<boolean>`CASE WHEN ${allOf(all)} THEN 1 END = 1`;
}
