import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { SHOWN_COLUMNS, SHOWN_ROWS, SHOWN_TEXT } from '../../../../contract/limits.ts';
import { ShownFile, ShownFileQuery } from '../../../../contract/shown-file.ts';
import { sendFile } from '../../../files/send.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import { viewerOf } from '../access.ts';
import { tags } from '../answering.ts';
import type { DocflowContext } from '../context.ts';
import { visibleTo } from '../document/viewer.ts';
import { contentDisposition, policyOf } from './download-headers.ts';
import { showFile } from './show-file.ts';

const NAME = /^[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

/** Attachments, for those who see their document, and for whoever has a fresh link. */
export function attachmentRoutes(context: DocflowContext): FastifyPluginAsyncTypebox {
  const { database, attachments: scans, links } = context;

  /** The file's row; null when there is none, or the caller sees no document that has or had it, itself or in a comment, nor waits with it for a save. */
  async function fileOf(request: FastifyRequest, name: string) {
    // Without a caller it was the link that opened the route.
    const viewer = request.caller ? viewerOf(request) : null;
    const { read } = database;
    const seen = <Q extends { where(condition: RawBuilder<boolean>): Q }>(query: Q): Q =>
      viewer ? query.where(visibleTo(viewer)) : query;
    const attached = read
      .selectFrom('document_files')
      .innerJoin('documents', 'documents.id', 'document_files.document_id')
      .select(['file_name', 'original_name', 'type'])
      .where('file_name', '=', name);
    const ofComment = read
      .selectFrom('document_comment_files')
      .innerJoin('document_comments', 'document_comments.id', 'document_comment_files.comment_id')
      .innerJoin('documents', 'documents.id', 'document_comments.document_id')
      .select(['file_name', 'original_name', 'type'])
      .where('file_name', '=', name);
    const found = (await seen(attached).executeTakeFirst()) ?? (await seen(ofComment).executeTakeFirst());
    if (found) return found;
    const waiting = await read
      .selectFrom('document_waiting_files')
      .innerJoin('users', 'users.id', 'document_waiting_files.user_id')
      .select(['file_name', 'original_name', 'type'])
      .where('file_name', '=', name)
      .$if(viewer !== null, (query) => query.where('users.uid', '=', viewer?.uid ?? ''))
      .executeTakeFirst();
    return waiting ?? null;
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
          summary: 'An attachment, of earlier versions and of comments too',
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
          file,
          type: file.type,
          etag: `"${fileName}"`,
          cacheControl: 'private, max-age=300',
          ranges: true,
        });
      },
    );

    app.get(
      '/scan/:fileName/shown',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags,
          summary: 'An attached sheet as a table, an attached text as text, or the beginning of either',
          description: `At most ${SHOWN_ROWS} rows of ${SHOWN_COLUMNS} columns, or ${SHOWN_TEXT} characters`,
          params: Type.Object({ fileName: Type.String() }),
          querystring: ShownFileQuery,
          response: { 200: ShownFile, 400: ErrorAnswer, 401: ErrorAnswer, 404: ErrorAnswer },
        },
      },
      async (request, reply) => {
        const { fileName } = request.params;
        const row = NAME.test(fileName) ? await fileOf(request, fileName) : null;
        const sheet = Number(request.query.sheet ?? 0);
        if (!Number.isSafeInteger(sheet) || sheet < 0) throw badRequest('no such sheet');
        if (!row) throw notFound('file not found');
        reply.header('cache-control', 'private, max-age=300');
        return showFile(() => scans.borrow(fileName), row.type, sheet);
      },
    );
  };
}
