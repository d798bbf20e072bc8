import { type RawBuilder, sql } from 'kysely';
import { QUEUE_LISTS, type QueueList } from '../../../contract/documents/words.ts';
import { DAY_MS, STUCK_AFTER_DAYS } from '../../../contract/limits.ts';
import { unpackValue } from '../../platform/http/list-page.ts';
import { badRequest } from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { allOf, type Condition, matchesOf, type SearchViewer } from '../search/conditions.ts';

/** What a list is read by: who looks, and the present moment in milliseconds since the epoch. */
interface Asking {
  readonly looker: SearchViewer;
  readonly now: number;
}

/** What sorts after every moment: a document that is due no matter when. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** For each list the query of its documents as rows of `id`, `since` and `due` (NEVER where there is no end), each document once. */
const LISTS: Readonly<Record<QueueList, (asking: Asking) => RawBuilder<unknown>>> = {
  waiting: ({ looker }) => {
    const columns = sql`entry.document_id AS id, coalesce(entry.asked_at, 0) AS since, coalesce(entry.due_at, ${NEVER}) AS due`;
    const asked = matchesOf('asked', looker).map(
      (way) => sql`SELECT ${columns} FROM document_entries AS entry WHERE ${way}`,
    );
    return sql`SELECT id, min(since) AS since, min(due) AS due
      FROM (${sql.join(asked, sql` UNION ALL `)}) AS asked GROUP BY id`;
  },

  returned: ({ looker }) => {
    const declined = sql`SELECT documents.id, (
      SELECT max(entry.declined_at) FROM document_entries AS entry WHERE entry.document_id = documents.id
    ) AS since FROM documents WHERE ${ownIn('declined', looker)}`;
    const questions = sql`SELECT question.document_id AS id, question.made_at AS since
      FROM document_comments AS question WHERE question.asked_id = ${looker.id}`;
    return sql`SELECT id, min(since) AS since, ${NEVER} AS due
      FROM (${declined} UNION ALL ${questions}) AS returned GROUP BY id`;
  },

  stuck: ({ looker, now }) => sql`SELECT * FROM (
      SELECT documents.id, (
        SELECT min(coalesce(entry.asked_at, 0)) FROM document_entries AS entry WHERE ${keptBy(looker)}
      ) AS since, (
        SELECT min(coalesce(entry.due_at, ${NEVER})) FROM document_entries AS entry WHERE ${keptBy(looker)}
      ) AS due FROM documents WHERE ${ownIn('pending', looker)}
    ) AS pending WHERE since <= ${now - STUCK_AFTER_DAYS * DAY_MS} OR due < ${now}
      OR EXISTS (SELECT 1 FROM document_alarms AS alarm
        JOIN document_entries AS entry ON entry.document_id = alarm.document_id AND entry.is_asked = 1
          AND entry.step = alarm.step AND entry.asked_at = alarm.asked_at
        WHERE alarm.document_id = pending.id AND alarm.kind = 'unable')`,
};

/** That others than the looker are asked in the entry called `entry`. */
const keptBy = ({ id }: SearchViewer): Condition =>
  sql<boolean>`entry.document_id = documents.id AND entry.is_asked = 1 AND entry.user_id <> ${id}`;

const ownIn = (state: 'declined' | 'pending', { id }: SearchViewer): Condition =>
  allOf([sql<boolean>`documents.author_id = ${id}`, sql<boolean>`documents.state = ${state}`]);

/** A page of a list after a place (null: from its beginning), what is due first and then what waits longest. */
export async function selectQueued(
  read: PortalSource,
  list: QueueList,
  asking: Asking,
  { after, limit }: { readonly after: QueuePlace | null; readonly limit: number },
): Promise<QueuePlace[]> {
  const rest = after ? sql`WHERE (due, since, id) > (${after.due ?? NEVER}, ${after.since}, ${after.id})` : sql``;
  const { rows } = await sql<{ id: number; since: number; due: number }>`
    SELECT id, since, due FROM (${LISTS[list](asking)}) AS queued ${rest}
    ORDER BY due, since, id LIMIT ${limit}`.execute(read);
  return rows.map(({ id, since, due }) => ({
    id: Number(id),
    since: Number(since),
    due: Number(due) === NEVER ? null : Number(due),
  }));
}

/** How many documents a list holds. */
export async function countQueued(read: PortalSource, list: QueueList, asking: Asking): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (${LISTS[list](asking)}) AS queued`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/** A document in a list that begins with what is due first, and of what has no end with what waits longest. */
export interface QueuePlace {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The same; null: no matter when. */
  readonly due: number | null;
}

/** Where each list goes on: after a place, from its beginning (null), or nowhere, because it has ended. */
export type QueuePlaces = Readonly<Record<QueueList, QueuePlace | null | 'ended'>>;

const BEGINNING: QueuePlaces = { waiting: null, returned: null, stuck: null };

/** The places of a cursor as they travel: for each list `[since, id, due]`, or 0 for one that has ended. */
export const packedPlaces = (places: QueuePlaces): readonly unknown[] =>
  QUEUE_LISTS.map((list) => {
    const place = places[list];
    return place === 'ended' || place === null ? 0 : [place.since, place.id, place.due];
  });

/** The places in a cursor; throws 400 `invalid cursor` for what is none of ours. */
export function placesOf(cursor: string | undefined): QueuePlaces {
  if (cursor === undefined || cursor === '') return BEGINNING;
  const packed: unknown = unpackValue(cursor);
  if (!Array.isArray(packed) || packed.length !== QUEUE_LISTS.length) throw badRequest('invalid cursor');
  const places = QUEUE_LISTS.map((list, index) => [list, placeOf(packed[index])]);
  return Object.fromEntries(places) as QueuePlaces;
}

function placeOf(packed: unknown): QueuePlace | 'ended' {
  if (packed === 0) return 'ended';
  const [since, id, due]: unknown[] = Array.isArray(packed) ? packed : [];
  if (!Number.isSafeInteger(since) || !Number.isSafeInteger(id)) throw badRequest('invalid cursor');
  if (due !== null && !Number.isSafeInteger(due)) throw badRequest('invalid cursor');
  return { since: Number(since), id: Number(id), due: due === null ? null : Number(due) };
}
