import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ErrorAnswer } from '../../../../contract/common.ts';
import {
  DocumentFilterQuery,
  DocumentListAnswer,
  DocumentListCounts,
  DocumentListQuery,
  type ListedDocument,
} from '../../../../contract/docflow-list.ts';
import { LIST_TABS, type ListTab } from '../../../../contract/document-lists.ts';
import { DOCUMENT_PAGE_MAX, DOCUMENT_PAGE_SIZE } from '../../../../contract/limits.ts';
import { actorOf } from '../access.ts';
import type { DocflowContext } from '../context.ts';
import { documentAnswer } from '../document/answers.ts';
import { selectDecidable } from '../document/decidable.ts';
import { asEditor, selectPeople } from '../document/person.ts';
import { selectDocuments } from '../document/reads.ts';
import { lookerOf } from '../search/search.ts';
import { knownFilter } from './conditions.ts';
import { countTabs } from './counts.ts';
import { readListFilter, readOrder } from './filter.ts';
import { selectPage } from './page.ts';
import { packPlace, readPlace } from './places.ts';

const failures = { 400: ErrorAnswer, 401: ErrorAnswer, 404: ErrorAnswer };
const config = { permission: 'signed-in' as const };
const tags = ['documents'];

const NOTHING: DocumentListAnswer = { documents: [], people: [], next: null };
const NO_COUNTS = Object.fromEntries([...LIST_TABS, 'found'].map((name) => [name, 0])) as Record<
  ListTab | 'found',
  number
>;

/** Lists of documents in any order and by any filter, beside the search that clients have always had. */
export function documentListRoutes(context: DocflowContext): FastifyPluginAsyncTypebox {
  const { database, timeZone, clock } = context;
  const { read } = database;

  async function whoAsks(request: FastifyRequest) {
    const actor = await actorOf(context, request);
    return { actor, looker: await lookerOf(read, actor), now: clock() };
  }

  return async (app) => {
    app.get(
      '/list',
      {
        config,
        schema: {
          tags,
          summary: 'Documents by any filter and in any order; pages by `cursor`',
          querystring: DocumentListQuery,
          response: { 200: DocumentListAnswer, ...failures },
        },
      },
      async (request, reply) => {
        const { query } = request;
        reply.header('cache-control', 'no-store');
        const filter = readListFilter(query, timeZone);
        const order = readOrder(query.sort);
        const after = readPlace(order, query.cursor);
        const { actor, looker, now } = await whoAsks(request);
        if (!looker) return NOTHING;
        const limit = pageSizeOf(query.limit);
        return database.fromReplica(async (source) => {
          const known = await knownFilter(source, filter, now);
          const places = await selectPage(source, known, looker, { order, after, limit: limit + 1 });
          const shown = places.slice(0, limit);
          const last = places.length > limit ? shown.at(-1) : undefined;
          const named = [filter.creator, filter.signatory].filter((uid) => uid !== null);
          const ids = shown.map(({ id }) => id);
          return {
            documents: await listed(source, context, ids, actor),
            people: (await selectPeople(source, named)).map(asEditor),
            next: last ? packPlace(order, last) : null,
          };
        });
      },
    );

    app.get(
      '/list/counts',
      {
        config,
        schema: {
          tags,
          summary: 'How many documents a filter finds, and how many it would in each of the four ways',
          querystring: DocumentFilterQuery,
          response: { 200: DocumentListCounts, ...failures },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = readListFilter(request.query, timeZone);
        const { actor, looker, now } = await whoAsks(request);
        if (!looker) return NO_COUNTS;
        return database.fromReplica((source) =>
          countTabs({ ...database, read: source }, filter, { actor, looker, now }),
        );
      },
    );
  };
}

async function listed(
  read: DocflowContext['database']['read'],
  { links }: DocflowContext,
  ids: readonly number[],
  actor: Parameters<typeof selectDecidable>[2],
): Promise<ListedDocument[]> {
  const decides = await selectDecidable(read, ids, actor);
  return (await selectDocuments(read, ids)).map((document) => ({
    ...documentAnswer(document, links.of(actor.uid)),
    decides: [...(decides.get(document.id) ?? [])],
    since: earliest(document.entries.map(({ askedAt }) => askedAt)),
    dueAt: earliest(document.entries.map(({ dueAt }) => dueAt)),
  }));
}

/** The earliest of moments as it is told; null where there is none. */
function earliest(moments: readonly (number | null)[]): string | null {
  const known = moments.filter((at) => at !== null);
  return known.length === 0 ? null : new Date(Math.min(...known)).toISOString();
}

/** A wish out of range is clamped, as in the search. */
function pageSizeOf(text: string | undefined): number {
  const wish = text ? Math.trunc(Number(text)) : Number.NaN;
  return wish >= 1 ? Math.min(wish, DOCUMENT_PAGE_MAX) : DOCUMENT_PAGE_SIZE;
}
