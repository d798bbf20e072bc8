import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Document, DocumentChange, DocumentHistoryQuery } from '../../../contract/docflow.ts';
import { badRequest } from '../../http/errors.ts';
import { pathId, readId } from '../ids.ts';
import { findVisibleDocument, viewerOf } from './access.ts';
import { answerWith, DocumentPath, failures, tags } from './answering.ts';
import { historyPage } from './changes/history-page.ts';
import type { DocflowContext } from './context.ts';

/** One document and what became of it, for those who see it. */
export function readRoutes(context: DocflowContext): FastifyPluginAsyncTypebox {
  const { database, links } = context;
  return async (app) => {
    app.get(
      '/:id',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags,
          summary:
            'A document; with If-Match of its ETag a save or a signature is refused when it was changed since',
          params: DocumentPath,
          response: { 200: Document, ...failures },
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
          tags,
          summary: 'Every change of a document, the newest first; pages by `last`',
          params: DocumentPath,
          querystring: DocumentHistoryQuery,
          response: { 200: Type.Array(DocumentChange), ...failures },
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
