// The queue of a user: documents to decide, own ones that were returned, and stuck ones, with the most urgent first.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type RawBuilder, sql } from 'kysely';
import { DocumentQueue, type QueueItem, QueueQuery } from '../../../contract/documents/lists.ts';
import { QUEUE_LISTS, type QueueList } from '../../../contract/documents/words.ts';
import {
  COMMENT_EXCERPT,
  DAY_MS,
  QUEUE_PAGE_MAX,
  QUEUE_PAGE_SIZE,
  STUCK_AFTER_DAYS,
} from '../../../contract/limits.ts';
import { badRequest, packValue, unpackValue } from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { actorAsFarAsKnown } from '../document/access.ts';
import { listedAnswers } from '../document/answers.ts';
import { type Actor, beginningOf, type DocumentsContext } from '../document/document.ts';
import { allOf, type Condition, isLive, matchesOf, readPageSize, type SearchViewer } from '../search/conditions.ts';
import { searchViewerOf } from '../search/search.ts';

const EMPTY: DocumentQueue = {
  waiting: [],
  returned: [],
  stuck: [],
  counts: { waiting: 0, returned: 0, stuck: 0 },
  next: null,
};

export const queueRoutes =
  (context: DocumentsContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/queue',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'What asks something of the caller: documents to decide, returned ones, and those stuck with others',
          querystring: QueueQuery,
          response: { 200: DocumentQueue },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { limit, cursor } = request.query;
        const actor = await actorAsFarAsKnown(context, request);
        return queueOf(context, actor, placesOf(cursor), readPageSize(limit, QUEUE_PAGE_MAX, QUEUE_PAGE_SIZE));
      },
    );
  };

async function queueOf(
  context: DocumentsContext,
  actor: Actor,
  places: QueuePlaces,
  limit: number,
): Promise<DocumentQueue> {
  const { read } = context.database;
  const viewer = await searchViewerOf(read, actor);
  if (!viewer) return EMPTY;
  const asking = { viewer, now: context.clock() };
  const found = await ofEach((list) => {
    const after = places[list];
    return after === 'ended' ? [] : selectQueued(read, list, asking, { after, limit: limit + 1 });
  });
  const counts = await ofEach((list) => countQueued(read, list, asking));
  const shown = await ofEach((list) => found[list].slice(0, limit));
  const next = await ofEach((list) => (found[list].length > limit && shown[list].at(-1)) || ('ended' as const));
  const itemsAt = await itemsOf(context, actor, Object.values(shown).flat());
  const questions = await selectQuestions(read, viewer, shown.returned);
  const withQuestion = (item: QueueItem): QueueItem => {
    const question = questions.get(item.id);
    return question ? { ...item, question } : item;
  };
  const items = await ofEach((list) => shown[list].flatMap(itemsAt));
  return {
    ...items,
    returned: items.returned.map(withQuestion),
    counts,
    next: QUEUE_LISTS.every((list) => next[list] === 'ended') ? null : packValue(packedPlaces(next)),
  };
}

async function ofEach<T>(make: (list: QueueList) => T | Promise<T>): Promise<Record<QueueList, T>> {
  const made = await Promise.all(QUEUE_LISTS.map(async (list) => [list, await make(list)] as const));
  return Object.fromEntries(made) as Record<QueueList, T>;
}

/** Reads the documents of all lists at once; deleted ones have no item. */
async function itemsOf(
  context: DocumentsContext,
  actor: Actor,
  places: readonly QueuePlace[],
): Promise<(place: QueuePlace) => QueueItem[]> {
  const ids = [...new Set(places.map(({ id }) => id))];
  const answers = await listedAnswers(context.database.read, context, ids, actor, () => ({}));
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return ({ id, since, due }) => {
    const answer = byId.get(id);
    if (!answer) return [];
    const dueAt = due === null ? null : new Date(due).toISOString();
    return [{ ...answer, since: new Date(since).toISOString(), dueAt }];
  };
}

/** The oldest question of each document that waits for an answer of the viewer. */
async function selectQuestions(read: PortalSource, viewer: SearchViewer, places: readonly QueuePlace[]) {
  const found = new Map<number, NonNullable<QueueItem['question']>>();
  if (places.length === 0) return found;
  const ids = places.map(({ id }) => id);
  const { rows } = await sql<{ id: number; text: string; uid: string; name: string | null; email: string }>`
    SELECT question.document_id AS id, substr(question.text, 1, ${2 * COMMENT_EXCERPT + 2}) AS text,
      users.uid, users.name, users.email
    FROM document_comments AS question JOIN users ON users.id = question.author_id
    WHERE question.asked_id = ${viewer.id} AND question.document_id IN (${sql.join(ids)})
      AND NOT EXISTS (SELECT 1 FROM document_comments AS earlier
        WHERE earlier.document_id = question.document_id AND earlier.asked_id = question.asked_id
          AND earlier.id < question.id)`.execute(read);
  for (const { id, text, uid, name, email } of rows)
    found.set(Number(id), { by: { uid, name: name ?? '', email }, text: beginningOf(text) });
  return found;
}

/** The viewer of a list, and the present moment in milliseconds since the epoch. */
interface Asking {
  readonly viewer: SearchViewer;
  readonly now: number;
}

/** Sorts after every moment: no deadline. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** For each list the query of its documents, each once, as rows of `id`, `since` and `due` (NEVER: no end). */
const LISTS: Readonly<Record<QueueList, (asking: Asking) => RawBuilder<unknown>>> = {
  waiting: ({ viewer }) => {
    const columns = sql`entry.document_id AS id, coalesce(entry.asked_at, 0) AS since, coalesce(entry.due_at, ${NEVER}) AS due`;
    const asked = matchesOf('asked', viewer).map(
      (condition) => sql`SELECT ${columns} FROM document_entries AS entry WHERE ${condition}`,
    );
    return sql`SELECT id, min(since) AS since, min(due) AS due
      FROM (${sql.join(asked, sql` UNION ALL `)}) AS asked GROUP BY id`;
  },

  returned: ({ viewer }) => {
    const declined = sql`SELECT documents.id, (
      SELECT max(entry.declined_at) FROM document_entries AS entry WHERE entry.document_id = documents.id
    ) AS since FROM documents WHERE ${ownIn('declined', viewer)}`;
    const questions = sql`SELECT question.document_id AS id, question.made_at AS since
      FROM document_comments AS question JOIN documents ON documents.id = question.document_id
      WHERE question.asked_id = ${viewer.id} AND ${isLive()}`;
    return sql`SELECT id, min(since) AS since, ${NEVER} AS due
      FROM (${declined} UNION ALL ${questions}) AS returned GROUP BY id`;
  },

  stuck: ({ viewer, now }) => sql`SELECT * FROM (
      SELECT documents.id, (
        SELECT min(coalesce(entry.asked_at, 0)) FROM document_entries AS entry WHERE ${keptBy(viewer)}
      ) AS since, (
        SELECT min(coalesce(entry.due_at, ${NEVER})) FROM document_entries AS entry WHERE ${keptBy(viewer)}
      ) AS due FROM documents WHERE ${ownIn('pending', viewer)}
    ) AS pending WHERE since <= ${now - STUCK_AFTER_DAYS * DAY_MS} OR due < ${now}
      OR EXISTS (SELECT 1 FROM document_alarms AS alarm
        JOIN document_entries AS entry ON entry.document_id = alarm.document_id AND entry.is_asked = 1
          AND entry.step = alarm.step AND entry.asked_at = alarm.asked_at
        WHERE alarm.document_id = pending.id AND alarm.kind = 'unable')`,
};

/** Condition: another than the viewer is asked in the entry called `entry`. */
const keptBy = ({ id }: SearchViewer): Condition =>
  sql<boolean>`entry.document_id = documents.id AND entry.is_asked = 1 AND entry.user_id <> ${id}`;

const ownIn = (state: 'declined' | 'pending', { id }: SearchViewer): Condition =>
  allOf([sql<boolean>`documents.author_id = ${id}`, sql<boolean>`documents.state = ${state}`]);

/** A page of a list after a place (null: from its beginning), what is due first and then what waits longest. */
async function selectQueued(
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

async function countQueued(read: PortalSource, list: QueueList, asking: Asking): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (${LISTS[list](asking)}) AS queued`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/** A position in a list sorted by deadline, and then by waiting time. */
interface QueuePlace {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The same; null: no matter when. */
  readonly due: number | null;
}

/** Where each list continues: after a position, from its beginning (null), or not at all. */
type QueuePlaces = Readonly<Record<QueueList, QueuePlace | null | 'ended'>>;

const BEGINNING: QueuePlaces = { waiting: null, returned: null, stuck: null };

/** The values of a cursor: for each list `[since, id, due]`, or 0 for one that has ended. */
const packedPlaces = (places: QueuePlaces): readonly unknown[] =>
  QUEUE_LISTS.map((list) => {
    const place = places[list];
    return place === 'ended' || place === null ? 0 : [place.since, place.id, place.due];
  });

/** The positions in a cursor; throws 400 `invalid cursor`. */
function placesOf(cursor: string | undefined): QueuePlaces {
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
