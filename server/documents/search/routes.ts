import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { CountAnswer, Document, DocumentSearchQuery } from '../../../contract/documents/documents.ts';
import { actorOf } from '../document/access.ts';
import { documentAnswer } from '../document/answers.ts';
import type { DocumentsContext } from '../document/context.ts';
import { selectDocuments } from '../document/reads.ts';
import { selectDecidable } from '../document/who-may-decide.ts';
import { readPageSize, readWanted } from './conditions.ts';
import { countFound, selectFoundIds } from './search.ts';

const config = { permission: 'signed-in' as const };

/** Documents that the caller sees, by the caller's part in them, by pair, state and words. */
export function documentSearchRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, links } = context;
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
        const wanted = readWanted(request.query);
        const actor = await actorOf(context, request);
        reply.header('cache-control', 'no-store');
        return database.fromReplica(async (read) => {
          const source = { ...database, read };
          const ids = await selectFoundIds(source, wanted, actor, readPageSize(request.query.limit));
          const decides = await selectDecidable(read, ids, actor);
          return (await selectDocuments(read, ids)).map((document) => ({
            ...documentAnswer(document, links.of(actor.uid)),
            decides: [...(decides.get(document.id) ?? [])],
          }));
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
        const wanted = readWanted(request.query);
        reply.header('cache-control', 'no-store');
        const actor = await actorOf(context, request);
        const counted = database.fromReplica((read) => countFound({ ...database, read }, wanted, actor));
        return { count: await counted };
      },
    );
  };
}
