import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { DocumentQueue, type QueueItem, QueueQuery } from '../../../../contract/docflow-queue.ts';
import { QUEUE_PAGE_MAX, QUEUE_PAGE_SIZE } from '../../../../contract/limits.ts';
import { QUEUE_LISTS, type QueueList } from '../../../../contract/queue-lists.ts';
import { packValue } from '../../../text/opaque-text.ts';
import { actorAsFarAsKnown } from '../access.ts';
import { tags } from '../answering.ts';
import type { DocflowContext } from '../context.ts';
import { documentAnswer } from '../document/answers.ts';
import { selectDecidable } from '../document/decidable.ts';
import { selectDocuments } from '../document/reads.ts';
import type { Actor } from '../document/viewer.ts';
import { lookerOf } from '../search/search.ts';
import { packedPlaces, placesOf, type QueuePlace, type QueuePlaces } from './places.ts';
import { countQueued, selectQueued } from './select-queue.ts';
import { stageOf } from './stage.ts';

const EMPTY: DocumentQueue = {
  waiting: [],
  returned: [],
  stuck: [],
  counts: { waiting: 0, returned: 0, stuck: 0 },
  next: null,
};

/** The work queue of the caller. */
export const queueRoutes =
  (context: DocflowContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/queue',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags,
          summary:
            'What asks something of the caller: documents to decide, returned ones, and those stuck with others',
          querystring: QueueQuery,
          response: { 200: DocumentQueue, 400: ErrorAnswer, 401: ErrorAnswer, 404: ErrorAnswer },
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
  context: DocflowContext,
  actor: Actor,
  places: QueuePlaces,
  limit: number,
): Promise<DocumentQueue> {
  const { read } = context.database;
  const looker = await lookerOf(read, actor);
  if (!looker) return EMPTY;
  const asking = { looker, now: context.clock() };
  const found = await ofEach((list) => {
    const after = places[list];
    return after === 'ended' ? [] : selectQueued(read, list, asking, { after, limit: limit + 1 });
  });
  const counts = await ofEach((list) => countQueued(read, list, asking));
  const shown = await ofEach((list) => found[list].slice(0, limit));
  const next = await ofEach(
    (list) => (found[list].length > limit && shown[list].at(-1)) || ('ended' as const),
  );
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
  { database: { read }, links }: DocflowContext,
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
