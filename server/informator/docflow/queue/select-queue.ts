import { type Kysely, type RawBuilder, sql } from 'kysely';
import { STUCK_AFTER_DAYS } from '../../../../contract/limits.ts';
import type { QueueList } from '../../../../contract/queue-lists.ts';
import type { InformatorSchema } from '../../schema.ts';
import { allOf, type Condition, hasPart, holdersOf, type Looker } from '../search/conditions.ts';
import type { QueuePlace } from './places.ts';

type Source = Kysely<InformatorSchema>;

const DAY_MS = 86_400_000;

/** What a list is read by: who looks, and the present moment in milliseconds since the epoch. */
interface Asking {
  readonly looker: Looker;
  readonly now: number;
}

/** For each list the query of its documents as rows of `id` and `since`, each document once. */
const LISTS: Readonly<Record<QueueList, (asking: Asking) => RawBuilder<unknown>>> = {
  waiting: ({ looker }) => {
    const asked = holdersOf('asked', looker).map(
      (holder) => sql`SELECT entry.document_id AS id, coalesce(entry.asked_at, 0) AS since
        FROM document_entries AS entry WHERE ${hasPart('asked', holder, looker)}`,
    );
    return sql`SELECT id, min(since) AS since FROM (${sql.join(asked, sql` UNION ALL `)}) AS asked GROUP BY id`;
  },

  returned: ({ looker }) => sql`SELECT documents.id, (
      SELECT max(entry.declined_at) FROM document_entries AS entry WHERE entry.document_id = documents.id
    ) AS since FROM documents WHERE ${ownIn('declined', looker)}`,

  stuck: ({ looker, now }) => sql`SELECT * FROM (
      SELECT documents.id, (
        SELECT min(coalesce(entry.asked_at, 0)) FROM document_entries AS entry
        WHERE entry.document_id = documents.id AND entry.is_asked = 1 AND entry.user_id <> ${looker.id}
      ) AS since FROM documents WHERE ${ownIn('pending', looker)}
    ) AS pending WHERE since <= ${now - STUCK_AFTER_DAYS * DAY_MS}`,
};

const ownIn = (state: 'declined' | 'pending', { id }: Looker): Condition =>
  allOf([sql<boolean>`documents.author_id = ${id}`, sql<boolean>`documents.state = ${state}`]);

/** A page of a list after a place (null: from its beginning), what waits longest first. */
export async function selectQueued(
  read: Source,
  list: QueueList,
  asking: Asking,
  { after, limit }: { readonly after: QueuePlace | null; readonly limit: number },
): Promise<QueuePlace[]> {
  const rest = after ? sql`WHERE (since, id) > (${after.since}, ${after.id})` : sql``;
  const { rows } = await sql<{ id: number; since: number }>`
    SELECT id, since FROM (${LISTS[list](asking)}) AS queued ${rest}
    ORDER BY since, id LIMIT ${limit}`.execute(read);
  return rows.map(({ id, since }) => ({ id: Number(id), since: Number(since) }));
}

/** How many documents a list holds. */
export async function countQueued(read: Source, list: QueueList, asking: Asking): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (${LISTS[list](asking)}) AS queued`.execute(read);
  return Number(rows[0]?.count ?? 0);
}
