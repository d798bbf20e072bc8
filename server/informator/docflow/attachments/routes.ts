import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { sendFile } from '../../../files/send.ts';
import { notFound } from '../../../http/errors.ts';
import { viewerOf } from '../access.ts';
import { tags } from '../answering.ts';
import type { DocflowContext } from '../context.ts';
import { visibleTo } from '../document/viewer.ts';
import { contentDisposition, policyOf } from './download-headers.ts';

const NAME = /^[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

/** Attachments, for those who see their document, and for whoever has a fresh link. */
export function attachmentRoutes(context: DocflowContext): FastifyPluginAsyncTypebox {
  const { database, attachments: scans, links } = context;

  /** The file's row; null when there is none, or the caller sees no document that has or had it. */
  async function fileOf(request: FastifyRequest, name: string) {
    // Without a caller it was the link that opened the route.
    const viewer = request.caller ? viewerOf(request) : null;
    const found = await database.read
      .selectFrom('document_files')
      .innerJoin('documents', 'documents.id', 'document_files.document_id')
      .select(['file_name', 'original_name', 'type'])
      .where('file_name', '=', name)
      .$if(viewer !== null, (query) => (viewer ? query.where(visibleTo(viewer)) : query))
      .executeTakeFirst();
    return found ?? null;
  }

  return async (app) => {
    app.get(
      '/scan/:fileName',
      {
        config: {
          permission: 'signed-in-or-link',
          opensLink: ({ params, query }) =>
            links.opens((params as { fileName: string }).fileName, query as Record<string, unknown>),
        },
        schema: {
          tags,
          summary: 'An attachment, of earlier versions too',
          params: Type.Object({ fileName: Type.String() }),
          response: { 401: ErrorAnswer, 404: ErrorAnswer },
        },
      },
      async (request, reply) => {
        const { fileName } = request.params;
        const row = NAME.test(fileName) ? await fileOf(request, fileName) : null;
        const file = row && (await scans.open(fileName));
        if (!file) throw notFound('file not found');
        reply.header('Content-Disposition', contentDisposition(row.original_name, fileName, row.type));
        reply.header('Content-Security-Policy', policyOf(row.type));
        return sendFile(request, reply, {
          ...file,
          etag: `"${fileName}"`,
          cacheControl: 'private, max-age=300',
          ranges: true,
        });
      },
    );
  };
}
