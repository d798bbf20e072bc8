// Routes that read one document and its history.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import * as documents from '../../contract/documents/documents.ts';
import { badRequest, IdPath, pathId, readId } from '../platform/http/request.ts';
import { historyPage } from './changes/read-history.ts';
import { findVisibleDocument, viewerOf } from './document/access.ts';
import { answerWith } from './document/answers.ts';
import type { DocumentsContext } from './document/document.ts';

export function readRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, links } = context;
  return async (app) => {
    app.get(
      '/:id',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'A document; with If-Match of its ETag a save or a signature is refused when it was changed since',
          params: IdPath,
          response: { 200: documents.Document },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'doc');
        const document = await findVisibleDocument(context, id, viewerOf(request));
        return answerWith(request, reply, document, context);
      },
    );

    app.get(
      '/:id/history',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'Every change of a document, the newest first; pages by `last`',
          params: IdPath,
          querystring: documents.DocumentHistoryQuery,
          response: { 200: Type.Array(documents.DocumentChange) },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'doc');
        const viewer = viewerOf(request);
        await findVisibleDocument(context, id, viewer);
        const last = readId(request.query.last);
        if (last === null) throw badRequest('invalid last id');
        return historyPage(database.read, id, last ?? null, links.of(viewer.uid));
      },
    );
  };
}
