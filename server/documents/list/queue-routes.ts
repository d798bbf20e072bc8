import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { DocumentQueue, type QueueItem, QueueQuery, type Stage } from '../../../contract/documents/lists.ts';
import { QUEUE_LISTS, type QueueList } from '../../../contract/documents/words.ts';
import { QUEUE_PAGE_MAX, QUEUE_PAGE_SIZE } from '../../../contract/limits.ts';
import { packValue } from '../../platform/http/list-page.ts';
import { actorAsFarAsKnown } from '../document/access.ts';
import { documentAnswer } from '../document/answers.ts';
import type { DocumentsContext } from '../document/context.ts';
import { type StoredDocument, signatoriesAskedIn } from '../document/document.ts';
import type { Actor } from '../document/people.ts';
import { selectDocuments } from '../document/reads.ts';
import { turnOf } from '../document/route-rules.ts';
import { selectDecidable } from '../document/who-may-decide.ts';
import { searchViewerOf } from '../search/search.ts';
import { countQueued, packedPlaces, placesOf, type QueuePlace, type QueuePlaces, selectQueued } from './queue.ts';

const EMPTY: DocumentQueue = {
  waiting: [],
  returned: [],
  stuck: [],
  counts: { waiting: 0, returned: 0, stuck: 0 },
  next: null,
};

/** The work queue of the caller. */
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
        return queueOf(context, actor, placesOf(cursor), pageSizeOf(limit));
      },
    );
  };

/** A wish out of range is clamped, as in the lists. */
function pageSizeOf(text: string | undefined): number {
  const wish = text ? Math.trunc(Number(text)) : Number.NaN;
  return wish >= 1 ? Math.min(wish, QUEUE_PAGE_MAX) : QUEUE_PAGE_SIZE;
}

async function queueOf(
  context: DocumentsContext,
  actor: Actor,
  places: QueuePlaces,
  limit: number,
): Promise<DocumentQueue> {
  const { read } = context.database;
  const looker = await searchViewerOf(read, actor);
  if (!looker) return EMPTY;
  const asking = { looker, now: context.clock() };
  const found = await ofEach((list) => {
    const after = places[list];
    return after === 'ended' ? [] : selectQueued(read, list, asking, { after, limit: limit + 1 });
  });
  const counts = await ofEach((list) => countQueued(read, list, asking));
  const shown = await ofEach((list) => found[list].slice(0, limit));
  const next = await ofEach((list) => (found[list].length > limit && shown[list].at(-1)) || ('ended' as const));
  const itemsAt = await itemsOf(context, actor, Object.values(shown).flat());
  return {
    ...(await ofEach((list) => shown[list].flatMap(itemsAt))),
    counts,
    next: QUEUE_LISTS.every((list) => next[list] === 'ended') ? null : packValue(packedPlaces(next)),
  };
}

/** What is made of each list, by its name. */
async function ofEach<T>(make: (list: QueueList) => T | Promise<T>): Promise<Record<QueueList, T>> {
  const made = await Promise.all(QUEUE_LISTS.map(async (list) => [list, await make(list)] as const));
  return Object.fromEntries(made) as Record<QueueList, T>;
}

/** Reads the documents of all lists at once; what has gone meanwhile has no item. */
async function itemsOf(
  { database: { read }, links }: DocumentsContext,
  actor: Actor,
  places: readonly QueuePlace[],
): Promise<(place: QueuePlace) => QueueItem[]> {
  const ids = [...new Set(places.map(({ id }) => id))];
  const documents = new Map((await selectDocuments(read, ids)).map((document) => [document.id, document]));
  const decides = await selectDecidable(read, ids, actor);
  return ({ id, since, due }) => {
    const document = documents.get(id);
    if (!document) return [];
    return [
      {
        ...documentAnswer(document, links.of(actor.uid)),
        decides: [...(decides.get(id) ?? [])],
        since: new Date(since).toISOString(),
        dueAt: due === null ? null : new Date(due).toISOString(),
        stage: stageOf(document),
      },
    ];
  };
}

/**
 * Where the way of a document stands. On a route each step is one, and the recipients are the last. Without a route the lists
 * of an ordered document are two steps; those of any other are asked at the same time, and what is to be signed gives the
 * step its name.
 */
function stageOf(document: Pick<StoredDocument, 'entries' | 'task' | 'route'>): Stage {
  const { entries, task, route } = document;
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  if (route) return stageOnRoute(document, route.steps.length + (kinds.includes('recipient') ? 1 : 0));
  const kind = (signatoriesAskedIn(document)[0] ?? entries.at(-1))?.kind ?? 'acceptor';
  if (!task.ordered || kinds.length < 2) return { kind, number: 1, count: 1 };
  return { kind, number: kind === 'acceptor' ? 1 : 2, count: 2 };
}

/** Declined is told of the step that did. */
function stageOnRoute({ entries, route }: Pick<StoredDocument, 'entries' | 'route'>, count: number): Stage {
  const steps = route?.steps ?? [];
  const turn = turnOf(entries, steps);
  if (turn === 'recipients') return { kind: count > steps.length ? 'recipient' : 'acceptor', number: count, count };
  if (turn !== 'declined') return { kind: 'acceptor', number: turn, count };
  const declined = entries.find(({ declinedAt }) => declinedAt !== null);
  return { kind: 'acceptor', number: declined?.step ?? 1, count };
}
