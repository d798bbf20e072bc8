import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Discussion, DiscussionQuery, DocumentComment, MentionQuery } from '../../../contract/documents/comments.ts';
import { Colleague } from '../../../contract/documents/documents.ts';
import { COMMENT_FORM } from '../../../contract/documents/forms.ts';
import {
  COMMENT_FILES_MAX,
  COMMENT_WITHDRAW_MINUTES,
  MARKDOWN_BODY_MAX,
  MENTION_SEARCH_SIZE,
} from '../../../contract/limits.ts';
import { badRequest, IdPath, notFound, pathId, readId, requireCaller } from '../../platform/http/request.ts';
import { actorAsFarAsKnown, findVisibleDocument, viewerOf } from '../document/access.ts';
import { changeFailures } from '../document/answers.ts';
import type { DocumentsContext } from '../document/context.ts';
import { DOCUMENT_FILES, withForm } from '../edit/document-form.ts';
import { commentAnswer, type StoredComment, selectComments } from './comments.ts';
import { discussionRights, selectMentionable } from './discussion-rights.ts';
import { saveComment, withdrawComment } from './save-comment.ts';

/** What is said about a document: read by whoever sees it, said by whoever has to do with it. */
export function commentRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, links, clock } = context;
  const shown = (request: FastifyRequest, comment: StoredComment) => {
    const { uid } = requireCaller(request);
    return commentAnswer(comment, { uid, now: clock(), links: links.of(uid) });
  };

  return async (app) => {
    app.get(
      '/:id/comment',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'Comments, questions and answers of a document, the newest first; pages by `last`',
          params: IdPath,
          querystring: DiscussionQuery,
          response: { 200: Discussion },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const id = pathId(request.params.id, 'doc');
        const actor = await actorAsFarAsKnown(context, request);
        const document = await findVisibleDocument(context, id, actor);
        const last = readId(request.query.last);
        if (last === null) throw badRequest('invalid last id');
        const { comments, more } = await selectComments(database.read, id, last ?? null);
        const may = await discussionRights(database.read, document, actor);
        return { comments: comments.map((comment) => shown(request, comment)), more, may };
      },
    );

    app.post(
      '/:id/comment',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'signed-in', files: DOCUMENT_FILES, keepsNul: true, form: COMMENT_FORM },
        schema: {
          summary:
            'Says something about a document: a comment, a question to the author by who may decide now, or an answer ' +
            `of the author, with up to ${COMMENT_FILES_MAX} files \`scans\``,
          description:
            'A header `Idempotency-Key` makes the call safe to repeat. People in `mentions` are notified; where one of ' +
            'them does not see the document, nothing is said, and `names` of the answer 400 tells who',
          params: IdPath,
          response: { 201: DocumentComment, ...changeFailures },
        },
      },
      async (request, reply) => {
        const id = pathId(request.params.id, 'doc');
        const comment = await withForm(request, context, (form) => saveComment(context, request, id, form));
        return reply.code(201).send(shown(request, comment));
      },
    );

    app.delete(
      '/:id/comment/:comment',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: `Takes an own comment back within ${COMMENT_WITHDRAW_MINUTES} minutes; that it was there stays`,
          params: Type.Object({ id: Type.String(), comment: Type.String() }),
          response: { 200: DocumentComment },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'doc');
        const comment = readId(request.params.comment);
        if (!comment) throw notFound('comment not found');
        return shown(request, await withdrawComment(context, request, { id, comment }));
      },
    );

    app.get(
      '/:id/mention',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: `Up to ${MENTION_SEARCH_SIZE} people who see a document, by a literal part of name or e-mail`,
          params: IdPath,
          querystring: MentionQuery,
          response: { 200: Type.Array(Colleague) },
        },
      },
      async (request) => {
        const id = pathId(request.params.id, 'doc');
        await findVisibleDocument(context, id, viewerOf(request));
        return selectMentionable(context, id, viewerOf(request), request.query.search ?? '');
      },
    );
  };
}
