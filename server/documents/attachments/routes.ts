import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import Type from 'typebox';
import { ShownFile, ShownFileQuery } from '../../../contract/documents/public.ts';
import { SHOWN_COLUMNS, SHOWN_ROWS, SHOWN_TEXT } from '../../../contract/limits.ts';
import { containsTag } from '../../../rules/format/etag.ts';
import { limitHeavyAnswers } from '../../platform/http/heavy-work.ts';
import { badRequest, notFound, unauthorized } from '../../platform/http/request.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { viewerOf } from '../document/access.ts';
import type { DocumentsContext } from '../document/context.ts';
import { type Viewer, visibleTo } from '../document/people.ts';
import { contentDisposition, policyOf } from './download-headers.ts';
import { isShown, showFile } from './file-preview.ts';

/** Kept, but asked about each time: the right to see a file may end any moment. */
const CACHE_CONTROL = 'private, no-cache';

/** A child reads each; a page may show several attachments of its document. */
const showing = limitHeavyAnswers({ atATime: 2, waitingMax: 20, ofCaller: 8, retrySeconds: 5 });

const NAME = /^[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

/** Attachments, for those who see their document, by token or by a fresh link of their own. */
export function attachmentRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, people, attachments: scans, links } = context;

  const linkOf = (request: FastifyRequest, name: string): string | null =>
    links.opens(name, request.query as Record<string, unknown>);

  /** The caller, or whoever was given the link that opened the route; throws 401 where that account is disabled since. */
  async function lookerOf(request: FastifyRequest, name: string): Promise<Viewer> {
    if (request.caller) return viewerOf(request);
    const uid = linkOf(request, name);
    if (uid === null || (await people.disabledAmong([uid])).has(uid)) throw unauthorized();
    return { uid };
  }

  /** The file's row; null when there is none, or the caller sees no document that has or had it, itself or in a comment, nor waits with it for a save. */
  async function fileOf(request: FastifyRequest, name: string) {
    const viewer = await lookerOf(request, name);
    const { read } = database;
    const seen = <Q extends { where(condition: RawBuilder<boolean>): Q }>(query: Q): Q =>
      query.where(visibleTo(viewer));
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
      .where('users.uid', '=', viewer.uid)
      .executeTakeFirst();
    return waiting ?? null;
  }

  return async (app) => {
    app.get(
      '/scan/:fileName',
      {
        config: {
          permission: 'signed-in-or-link',
          opensLink: (request) => linkOf(request, (request.params as { fileName: string }).fileName) !== null,
        },
        schema: {
          summary: 'An attachment, of earlier versions and of comments too',
          params: Type.Object({ fileName: Type.String() }),
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
          cacheControl: CACHE_CONTROL,
          ranges: true,
        });
      },
    );

    app.get(
      '/scan/:fileName/shown',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'An attached sheet as a table, an attached text, or the beginning of either',
          description: `At most ${SHOWN_ROWS} rows of ${SHOWN_COLUMNS} columns, or ${SHOWN_TEXT} characters`,
          params: Type.Object({ fileName: Type.String() }),
          querystring: ShownFileQuery,
          response: {
            200: ShownFile,
            304: Type.Null(),
          },
        },
      },
      async (request, reply) => {
        const { fileName } = request.params;
        const row = NAME.test(fileName) ? await fileOf(request, fileName) : null;
        const sheet = Number(request.query.sheet ?? 0);
        if (!Number.isSafeInteger(sheet) || sheet < 0) throw badRequest('no such sheet');
        if (!row) throw notFound('file not found');
        const etag = `"shown-${sheet}-${fileName}"`;
        reply.headers({ etag, 'cache-control': CACHE_CONTROL });
        if (containsTag(request.headers['if-none-match'], etag)) return reply.code(304).send(null);
        const { type } = row;
        if (!isShown(type)) throw badRequest('nothing to show');
        return showing(request, reply, (gone) => showFile(() => scans.borrow(fileName), { type, sheet, gone }));
      },
    );
  };
}
