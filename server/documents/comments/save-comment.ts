import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { COMMENT_FORM } from '../../../contract/documents/forms.ts';
import { COMMENT_EVENT_OF, type CommentKind } from '../../../contract/documents/words.ts';
import { COMMENT_FILES_MAX } from '../../../contract/limits.ts';
import { badRequest, conflict, forbidden, notFound, readForm, tooLarge } from '../../platform/http/request.ts';
import { type ReceivedFile, type ReceivedForm, withPlacedFiles } from '../../platform/http/upload.ts';
import type { PortalChange } from '../../portal-database/schema.ts';
import { hashesOf, removeAttachments, sentAttachments, storeAttachments } from '../attachments/attachment-store.ts';
import { recordChange } from '../changes/record-change.ts';
import { actorAsFarAsKnown, documentNotFound, findVisibleDocument, saveOf, viewerOf } from '../document/access.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredDocument, StoredFile } from '../document/document.ts';
import { selectPeople } from '../document/people.ts';
import { lockVisibleDocument } from '../document/reads.ts';
import { keyOf } from '../edit/repeated-calls.ts';
import { selectSeeing } from '../notifications/addressees.ts';
import { findCommentUnder, isLoose, type StoredComment, selectComment } from './comments.ts';
import { permitComment } from './discussion-rights.ts';

/**
 * Puts a comment, a question or an answer of the caller under a document, in its history and on its way to whom it concerns.
 * Under an `Idempotency-Key` that happens once: the same call again resolves to the same comment. Throws 409 `already created`
 * when the key has made another one, 409 `question is settled`, and 400 with the names of those who do not see the document.
 */
export async function saveComment(
  context: DocumentsContext,
  request: FastifyRequest,
  id: number,
  form: ReceivedForm,
): Promise<StoredComment> {
  const { database } = context;
  const key = keyOf(request);
  const sent = readComment(request, form);
  const actor = await actorAsFarAsKnown(context, request);
  const seen = await findVisibleDocument(context, id, actor);
  const content = await contentOfComment(id, sent);
  const earlier = key && (await findCommentUnder(database.read, key));
  if (earlier) return repeated(earlier, content);
  await permitComment(database.read, seen, actor, sent.kind);
  const files = await storeAttachments(context, sent.scans);
  const takeAway = () =>
    removeAttachments(
      context,
      files.map(({ fileName }) => fileName),
    );
  return withPlacedFiles(
    database,
    async () => {
      const { comment, isNew } = await database.write(async (transaction) => {
        const document = await lockVisibleDocument(database, transaction, id, actor);
        if (!document) throw documentNotFound();
        const made = key && (await findCommentUnder(transaction, key));
        if (made) return { comment: repeated(made, content), isNew: false };
        await permitComment(transaction, document, actor, sent.kind);
        await checkMentions(transaction, document, sent.mentions);
        const question = sent.answers === null ? null : await openQuestion(transaction, id, sent.answers);
        const { by, at } = saveOf(request, context);
        const added = await addComment(transaction, document, {
          ...{ sent, content, files },
          author: actor.uid,
          key: key?.key ?? null,
          now: at,
        });
        const comment = added === null ? null : await selectComment(transaction, id, added);
        // Under another document the same key was taken at the same moment.
        if (!comment) throw conflict('already created');
        if (question) await closeQuestion(transaction, question.id);
        await recordChange(transaction, {
          ...{ event: COMMENT_EVENT_OF[sent.kind], by, at, insteadOf: null },
          ...{ before: document, after: document },
          said: { comment: comment.id, asker: question?.author.uid ?? null, mentioned: sent.mentions },
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

/** Takes a comment of the caller back, and resolves to what is left of it: that it was there. */
export async function withdrawComment(
  context: DocumentsContext,
  request: FastifyRequest,
  { id, comment }: { readonly id: number; readonly comment: number },
): Promise<StoredComment> {
  const { database } = context;
  const viewer = viewerOf(request);
  const { left, files } = await database.write(async (transaction) => {
    const document = await lockVisibleDocument(database, transaction, id, viewer);
    if (!document) throw documentNotFound();
    const found = await selectComment(transaction, id, comment);
    if (!found) throw notFound('comment not found');
    if (found.author.uid !== viewer.uid) throw forbidden('comment is not yours');
    if (found.withdrawnAt !== null) return { left: found, files: [] };
    const { by, at } = saveOf(request, context);
    if (!isLoose(found, at)) throw conflict('comment stands');
    await emptyComment(transaction, comment, at);
    await recordChange(transaction, {
      ...{ event: 'comment withdrawn', by, at, insteadOf: null },
      ...{ before: document, after: document },
      said: { comment, asker: null, mentioned: [] },
    });
    const left = { ...found, text: '', files: [], mentions: [], isOpen: false, withdrawnAt: at };
    return { left, files: found.files };
  });
  await removeAttachments(
    context,
    files.map(({ fileName }) => fileName),
  );
  return left;
}

/** The comment that the call has made already; throws 409 when it was another call. */
function repeated(made: StoredComment, content: string): StoredComment {
  if (made.content === content) return made;
  throw conflict('already created');
}

/** The question that an answer is to; throws 404, 409. */
async function openQuestion(transaction: PortalChange, document: number, id: number): Promise<StoredComment> {
  const question = await selectComment(transaction, document, id);
  if (question?.kind !== 'question') throw notFound('comment not found');
  if (!question.isOpen) throw conflict('question is settled');
  return question;
}

/** Throws 400 with the names of people whom a comment names although they do not see the document: it would not reach them. */
async function checkMentions(
  transaction: PortalChange,
  { id }: StoredDocument,
  uids: readonly string[],
): Promise<void> {
  if (uids.length === 0) return;
  const people = await selectPeople(transaction, uids);
  if (people.length < uids.length) throw badRequest('invalid mention uid');
  const seeing = await selectSeeing(transaction, id, uids);
  const names = people.filter(({ uid }) => !seeing.has(uid)).map(({ name, email }) => name || email);
  if (names.length > 0) throw badRequest('mentioned people do not see the document', { names });
}

/** A comment as it was sent. */
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
  const { text, kind, answers, mentions } = readForm(request, COMMENT_FORM, form.fields);
  if ((kind === 'answer') !== (answers !== null)) throw badRequest('invalid comment kind');
  const scans = sentAttachments(form);
  if (scans.length > COMMENT_FILES_MAX) throw tooLarge();
  return { text, kind, answers, mentions, scans };
}

/** SHA-256 of what a call about a document has sent, hexadecimal: two calls under one key are the same by it. */
async function contentOfComment(
  document: number,
  { kind, answers, text, mentions, scans }: SentComment,
): Promise<string> {
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
    .values(({ selectFrom }) => ({
      document_id: document.id,
      author_id: selectFrom('users').select('users.id').where('uid', '=', author),
      kind,
      answers,
      asked_id: kind === 'question' ? document.author.id : null,
      text,
      version: document.version,
      made_at: now,
      withdrawn_at: null,
      key,
      content,
    }))
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

/** Closes a question, which wants no answer any more. */
async function closeQuestion(transaction: PortalChange, question: number): Promise<void> {
  await transaction.updateTable('document_comments').set({ asked_id: null }).where('id', '=', question).execute();
}

/** Takes away what a comment says; that it was there stays. */
async function emptyComment(transaction: PortalChange, comment: number, now: number): Promise<void> {
  await transaction
    .updateTable('document_comments')
    .set({ text: '', asked_id: null, withdrawn_at: now })
    .where('id', '=', comment)
    .execute();
  await transaction.deleteFrom('document_comment_files').where('comment_id', '=', comment).execute();
  await transaction.deleteFrom('document_mentions').where('comment_id', '=', comment).execute();
}
