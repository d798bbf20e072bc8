// Routes of comments on documents, and how a comment is saved or withdrawn.
import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import * as documents from '../../../contract/documents/documents.ts';
import { COMMENT_FORM } from '../../../contract/documents/forms.ts';
import { COMMENT_EVENT_OF, type CommentKind } from '../../../contract/documents/words.ts';
import * as limits from '../../../contract/limits.ts';
import * as http from '../../platform/http/request.ts';
import { type ReceivedFile, type ReceivedForm, withPlacedFiles } from '../../platform/http/upload.ts';
import type { PortalChange } from '../../portal-database/schema.ts';
import {
  byContentOrName,
  hashesOf,
  removeFiles,
  sentAttachments,
  storeAttachments,
} from '../attachments/attachment-store.ts';
import { recordChange } from '../changes/record-change.ts';
import { actorAsFarAsKnown, findVisibleDocument, lockVisibleDocument, saveOf, viewerOf } from '../document/access.ts';
import { changeFailures } from '../document/answers.ts';
import {
  beginningOf,
  calledName,
  type DocumentsContext,
  idOfUid,
  type StoredDocument,
  type StoredFile,
  selectPeople,
} from '../document/document.ts';
import { DOCUMENT_FILES, keyOf, withForm } from '../edit/document-form.ts';
import { selectSeeing } from '../notifications/addressees.ts';
import * as comments from './comments.ts';

export function commentRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, links, clock } = context;
  const shown = (request: FastifyRequest, comment: comments.StoredComment) => {
    const { uid } = http.requireCaller(request);
    return comments.commentAnswer(comment, { uid, now: clock(), links: links.of(uid) });
  };

  return async (app) => {
    app.get(
      '/:id/comment',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'Comments, questions and answers of a document, the newest first; pages by `last`',
          params: http.IdPath,
          querystring: documents.DiscussionQuery,
          response: { 200: documents.Discussion },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const id = http.pathId(request.params.id, 'doc');
        const actor = await actorAsFarAsKnown(context, request);
        const document = await findVisibleDocument(context, id, actor);
        const last = http.readId(request.query.last);
        if (last === null) throw http.badRequest('invalid last id');
        const page = await comments.selectComments(database.read, id, last ?? null);
        const may = await comments.discussionRights(database.read, document, actor);
        return { comments: page.comments.map((comment) => shown(request, comment)), more: page.more, may };
      },
    );

    app.post(
      '/:id/comment',
      {
        bodyLimit: limits.MARKDOWN_BODY_MAX,
        config: { permission: 'signed-in', files: DOCUMENT_FILES, keepsNul: true, form: COMMENT_FORM },
        schema: {
          summary:
            'Says something about a document: a comment, a question to the author by who may decide now, or an answer ' +
            `of the author, with up to ${limits.COMMENT_FILES_MAX} files \`scans\``,
          description:
            'A header `Idempotency-Key` makes the call safe to repeat. People in `mentions` are notified; where one of ' +
            'them does not see the document, nothing is said, and `names` of the answer 400 tells who',
          params: http.IdPath,
          response: { 201: documents.DocumentComment, ...changeFailures },
        },
      },
      async (request, reply) => {
        const id = http.pathId(request.params.id, 'doc');
        const comment = await withForm(request, context, (form) => saveComment(context, request, id, form));
        return reply.code(201).send(shown(request, comment));
      },
    );

    app.delete(
      '/:id/comment/:comment',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: `Takes an own comment back within ${limits.COMMENT_WITHDRAW_MINUTES} minutes; that it was there stays`,
          params: Type.Object({ id: Type.String(), comment: Type.String() }),
          response: { 200: documents.DocumentComment },
        },
      },
      async (request) => {
        const id = http.pathId(request.params.id, 'doc');
        const comment = http.readId(request.params.comment);
        if (!comment) throw http.notFound('comment not found');
        return shown(request, await withdrawComment(context, request, { id, comment }));
      },
    );

    app.get(
      '/:id/mention',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: `Up to ${limits.MENTION_SEARCH_SIZE} people who see a document, by a literal part of name or e-mail`,
          params: http.IdPath,
          querystring: documents.MentionQuery,
          response: { 200: Type.Array(documents.Colleague) },
        },
      },
      async (request) => {
        const id = http.pathId(request.params.id, 'doc');
        await findVisibleDocument(context, id, viewerOf(request));
        return comments.selectMentionable(context, id, viewerOf(request), request.query.search ?? '');
      },
    );
  };
}

/**
 * Saves a comment, question or answer of the caller, records it and notifies those concerned; once under an
 * `Idempotency-Key`. Throws 409 `already created` or `question is settled`, and what `checkMentions` throws.
 */
async function saveComment(context: DocumentsContext, request: FastifyRequest, id: number, form: ReceivedForm) {
  const { database } = context;
  const key = keyOf(request);
  const sent = readComment(request, form);
  const actor = await actorAsFarAsKnown(context, request);
  const seen = await findVisibleDocument(context, id, actor);
  const content = await contentOfComment(id, sent);
  const earlier = key && (await comments.findCommentUnder(database.read, key));
  if (earlier) return repeated(earlier, content);
  await comments.permitComment(database.read, seen, actor, sent.kind);
  const files = await storeAttachments(context, sent.scans, byContentOrName);
  const takeAway = () => removeFiles(context, files);
  return withPlacedFiles(
    database,
    async () => {
      const { comment, isNew } = await database.write(async (transaction) => {
        const document = await lockVisibleDocument(database, transaction, id, actor);
        const made = key && (await comments.findCommentUnder(transaction, key));
        if (made) return { comment: repeated(made, content), isNew: false };
        await comments.permitComment(transaction, document, actor, sent.kind);
        await checkMentions(transaction, document, sent.mentions);
        const question = sent.answers === null ? null : await openQuestion(transaction, id, sent.answers);
        const { by, at } = saveOf(request, context);
        const added = await addComment(transaction, document, {
          ...{ sent, content, files },
          author: actor.uid,
          key: key?.key ?? null,
          now: at,
        });
        const comment = added === null ? null : await comments.selectComment(transaction, id, added);
        // Under another document the same key was taken at the same moment.
        if (!comment) throw http.conflict('already created');
        if (question) await closeQuestion(transaction, question.id);
        await recordChange(transaction, {
          ...{ event: COMMENT_EVENT_OF[sent.kind], by, at, insteadOf: null },
          ...{ before: document, after: document },
          said: {
            comment: comment.id,
            asker: question?.author.uid ?? null,
            mentioned: sent.mentions,
            quote: beginningOf(sent.text),
          },
        });
        return { comment, isNew: true };
      });
      // Of a call that was repeated while the first one was under way.
      if (!isNew) await takeAway();
      return comment;
    },
    takeAway,
  );
}

async function withdrawComment(
  context: DocumentsContext,
  request: FastifyRequest,
  { id, comment }: { readonly id: number; readonly comment: number },
): Promise<comments.StoredComment> {
  const { database } = context;
  const viewer = viewerOf(request);
  const { left, files } = await database.write(async (transaction) => {
    const document = await lockVisibleDocument(database, transaction, id, viewer);
    const found = await comments.selectComment(transaction, id, comment);
    if (!found) throw http.notFound('comment not found');
    if (found.author.uid !== viewer.uid) throw http.forbidden('comment is not yours');
    if (found.withdrawnAt !== null) return { left: found, files: [] };
    const { by, at } = saveOf(request, context);
    if (!comments.isWithdrawable(found, at)) throw http.conflict('comment stands');
    await emptyComment(transaction, comment, at);
    await recordChange(transaction, {
      ...{ event: 'comment withdrawn', by, at, insteadOf: null },
      ...{ before: document, after: document },
      said: { comment, asker: null, mentioned: [], quote: '' },
    });
    const left = { ...found, text: '', files: [], mentions: [], isOpen: false, withdrawnAt: at };
    return { left, files: found.files };
  });
  await removeFiles(context, files);
  return left;
}

/** The comment that an earlier call has made; throws 409 when that call had other content. */
function repeated(made: comments.StoredComment, content: string): comments.StoredComment {
  if (made.content === content) return made;
  throw http.conflict('already created');
}

/** The question that an answer is to; throws 404, 409. */
async function openQuestion(transaction: PortalChange, document: number, id: number): Promise<comments.StoredComment> {
  const question = await comments.selectComment(transaction, document, id);
  if (question?.kind !== 'question') throw http.notFound('comment not found');
  if (!question.isOpen) throw http.conflict('question is settled');
  return question;
}

/** Throws 400 with the names of mentioned people who do not see the document. */
async function checkMentions(transaction: PortalChange, { id }: StoredDocument, uids: readonly string[]) {
  if (uids.length === 0) return;
  const people = await selectPeople(transaction, uids);
  if (people.length < uids.length) throw http.badRequest('invalid mention uid');
  const seeing = await selectSeeing(transaction, id, uids);
  const names = people.filter(({ uid }) => !seeing.has(uid)).map(calledName);
  if (names.length > 0) throw http.badRequest('mentioned people do not see the document', { names });
}

interface SentComment {
  readonly kind: CommentKind;
  /** Of an answer; null otherwise. */
  readonly answers: number | null;
  readonly text: string;
  /** By uid. */
  readonly mentions: readonly string[];
  readonly scans: readonly ReceivedFile[];
}

/** The fields of a received form; throws 400, 413. */
function readComment(request: FastifyRequest, form: ReceivedForm): SentComment {
  const { text, kind, answers, mentions, names } = http.readForm(request, COMMENT_FORM, form.fields);
  if ((kind === 'answer') !== (answers !== null)) throw http.badRequest('invalid comment kind');
  const scans = sentAttachments(form, names);
  if (scans.length > limits.COMMENT_FILES_MAX) throw http.tooLarge();
  return { text, kind, answers, mentions, scans };
}

/** SHA-256 of what a call about a document has sent, hexadecimal: two calls under one key are the same by it. */
async function contentOfComment(document: number, { kind, answers, text, mentions, scans }: SentComment) {
  const hashes = await hashesOf(scans);
  const files = scans.map(({ originalName }, place) => [originalName, hashes[place]]);
  const content = JSON.stringify([document, kind, answers, text, [...mentions].sort(), files]);
  return createHash('sha256').update(content).digest('hex');
}

interface NewComment {
  readonly sent: SentComment;
  readonly author: string;
  readonly key: string | null;
  readonly content: string;
  readonly files: readonly StoredFile[];
  readonly now: number;
}

/** Adds a comment with its files and mentions; resolves to its id, null where its key is taken already. */
async function addComment(
  transaction: PortalChange,
  document: StoredDocument,
  { sent, author, key, content, files, now }: NewComment,
): Promise<number | null> {
  const { kind, answers, text, mentions } = sent;
  const added = await transaction
    .insertInto('document_comments')
    .values({
      document_id: document.id,
      author_id: idOfUid(author),
      kind,
      answers,
      asked_id: kind === 'question' ? document.author.id : null,
      text,
      version: document.version,
      made_at: now,
      withdrawn_at: null,
      key,
      content,
    })
    .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return null;
  await addFiles(transaction, added.id, files);
  if (mentions.length > 0) {
    await transaction
      .insertInto('document_mentions')
      .columns(['comment_id', 'user_id'])
      .expression(({ selectFrom, val }) =>
        selectFrom('users')
          .select(val(added.id).as('comment_id'))
          .select('users.id as user_id')
          .where('users.uid', 'in', mentions),
      )
      .execute();
  }
  return added.id;
}

async function addFiles(transaction: PortalChange, comment: number, files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ fileName, originalName, type, size }, place) => ({
    file_name: fileName,
    comment_id: comment,
    place,
    original_name: originalName,
    type,
    size,
  }));
  await transaction.insertInto('document_comment_files').values(rows).execute();
}

async function closeQuestion(transaction: PortalChange, question: number): Promise<void> {
  await transaction.updateTable('document_comments').set({ asked_id: null }).where('id', '=', question).execute();
}

async function emptyComment(transaction: PortalChange, comment: number, now: number): Promise<void> {
  await transaction
    .updateTable('document_comments')
    .set({ text: '', asked_id: null, withdrawn_at: now })
    .where('id', '=', comment)
    .execute();
  await transaction.deleteFrom('document_comment_files').where('comment_id', '=', comment).execute();
  await transaction.deleteFrom('document_mentions').where('comment_id', '=', comment).execute();
}
