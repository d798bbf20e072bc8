// Routes of the search for documents by the first API. The list of the pages, with any filter and order, is in
// ../list/routes.ts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { CountAnswer, Document, DocumentSearchQuery } from '../../../contract/documents/documents.ts';
import { DOCUMENT_PAGE_MAX } from '../../../contract/limits.ts';
import { actorOf } from '../document/access.ts';
import { listedAnswers } from '../document/answers.ts';
import type { DocumentsContext } from '../document/document.ts';
import * as conditions from './conditions.ts';
import { countFound, selectFoundIds } from './search.ts';

/** Documents of one page when no number is asked for. */
const PAGE_DEFAULT = 25;

const config = { permission: 'signed-in' as const };

export function documentSearchRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database } = context;
  return async (app) => {
    app.get(
      '/search/doc',
      {
        config,
        schema: {
          summary: 'Documents, the newest first; pages by `last` (the last id seen)',
          querystring: DocumentSearchQuery,
          response: { 200: Type.Array(Document) },
        },
      },
      async (request, reply) => {
        const wanted = conditions.readWanted(request.query);
        const actor = await actorOf(context, request);
        reply.header('cache-control', 'no-store');
        return database.fromReplica(async (read) => {
          const limit = conditions.readPageSize(request.query.limit, DOCUMENT_PAGE_MAX, PAGE_DEFAULT);
          const ids = await selectFoundIds({ ...database, read }, wanted, actor, limit);
          return listedAnswers(read, context, ids, actor, () => ({}));
        });
      },
    );

    app.get(
      '/search/doc/count',
      {
        config,
        schema: {
          summary: 'How many documents the same query finds; `limit` does not count',
          querystring: DocumentSearchQuery,
          response: { 200: CountAnswer },
        },
      },
      async (request, reply) => {
        const wanted = conditions.readWanted(request.query);
        reply.header('cache-control', 'no-store');
        const actor = await actorOf(context, request);
        const counted = database.fromReplica((read) => countFound({ ...database, read }, wanted, actor));
        return { count: await counted };
      },
    );
  };
}
