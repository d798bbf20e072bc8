// The bin of documents: what no one has decided about stays there for some weeks, until its author or an administrator
// restores it or it is deleted for good.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { BinnedDocument, Document } from '../../contract/documents/documents.ts';
import { DAY_MS, DOCUMENT_BIN_DAYS, DOCUMENT_PAGE_MAX } from '../../contract/limits.ts';
import { IdPath, notFound, pathId, requireCaller } from '../platform/http/request.ts';
import type { PortalSource } from '../portal-database/schema.ts';
import { removeAttachments } from './attachments/attachment-store.ts';
import { deleteDocument, restoreDocument } from './changes/save.ts';
import { lockDocument, saveOf, selectDocuments } from './document/access.ts';
import { answerWith } from './document/answers.ts';
import { binnedAnswer, CLOCK, type DocumentsContext } from './document/document.ts';

const config = { permission: 'signed-in' as const };

export function binRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database } = context;
  return async (app) => {
    app.get(
      '/bin',
      {
        config,
        schema: {
          summary: `Documents in the bin that the caller may restore: own ones, of administrators all; at most ${DOCUMENT_PAGE_MAX}`,
          response: { 200: Type.Array(BinnedDocument) },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { uid, rank } = requireCaller(request);
        const ids = await selectBinned(database.read, rank === 'admin' ? null : uid);
        return (await selectDocuments(database.read, ids)).flatMap((document) => binnedAnswer(document) ?? []);
      },
    );

    app.patch(
      '/restoring/:id',
      {
        config,
        schema: {
          summary:
            'Takes a document out of the bin: by its author, or an administrator; its signatories are asked again',
          params: IdPath,
          response: { 200: Document },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'doc');
        const { uid, rank } = requireCaller(request);
        const document = await database.write(async (transaction) => {
          const before = await lockDocument(database, transaction, id);
          const isOwn = before?.author.uid === uid || rank === 'admin';
          if (before?.closed?.state !== 'binned' || !isOwn) throw notFound('doc not found');
          return restoreDocument(transaction, before, saveOf(request, context));
        });
        return answerWith(request, reply, document, context);
      },
    );
  };
}

/** The latest first. `author` null: of everyone. */
async function selectBinned(read: PortalSource, author: string | null): Promise<number[]> {
  const rows = await read
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.author_id')
    .select('documents.id')
    .where('documents.state', '=', 'binned')
    .$if(author !== null, (query) => query.where('users.uid', '=', author ?? ''))
    .orderBy('closed_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(DOCUMENT_PAGE_MAX)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes what was in the bin for DOCUMENT_BIN_DAYS, with its files; resolves to how many documents that was. */
export async function sweepBin(context: DocumentsContext): Promise<number> {
  const { database, clock, timeZone } = context;
  const at = clock();
  const old = await database.read
    .selectFrom('documents')
    .select('id')
    .where('state', '=', 'binned')
    .where('closed_at', '<', at - DOCUMENT_BIN_DAYS * DAY_MS)
    .execute();
  for (const { id } of old) {
    const files = await database.write(async (transaction) => {
      const document = await lockDocument(database, transaction, id);
      // It may have been restored meanwhile.
      if (document?.closed?.state !== 'binned') return [];
      return deleteDocument(transaction, document, { by: CLOCK, at, timeZone });
    });
    await removeAttachments(context, files);
  }
  return old.length;
}
