import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { COMMENT_EVENT_OF } from '../../../../contract/comment-events.ts';
import { badRequest, conflict, forbidden, notFound } from '../../../http/errors.ts';
import { withPlacedFiles } from '../../../http/placed-files.ts';
import type { ReceivedForm } from '../../../http/upload.ts';
import type { InformatorSchema } from '../../schema.ts';
import { actorAsFarAsKnown, documentNotFound, findVisibleDocument, saveOf, viewerOf } from '../access.ts';
import { removeAttachments, storeAttachments } from '../attachments/attachment-store.ts';
import { recordChange } from '../changes/record-change.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredDocument } from '../document/document.ts';
import { selectPeople } from '../document/person.ts';
import { lockVisibleDocument } from '../document/reads.ts';
import { keyOf } from '../edit/sent-content.ts';
import { selectSeeing } from '../notifications/addressees.ts';
import { isLoose, type StoredComment } from './comment.ts';
import { findCommentUnder, selectComment } from './comment-reads.ts';
import { addComment, closeQuestion, emptyComment } from './comment-rows.ts';
import { permitComment } from './discussion-rights.ts';
import { contentOfComment, readComment } from './sent-comment.ts';

type Change = Transaction<InformatorSchema>;

/**
 * Puts a comment, a question or an answer of the caller under a document, in its history and on its way to whom it concerns.
 * Under an `Idempotency-Key` that happens once: the same call again resolves to the same comment. Throws 409 `already created`
 * when the key has made another one, 409 `question is settled`, and 400 with the names of those who do not see the document.
 */
export async function saveComment(
  context: DocflowContext,
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
  context: DocflowContext,
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
async function openQuestion(transaction: Change, document: number, id: number): Promise<StoredComment> {
  const question = await selectComment(transaction, document, id);
  if (question?.kind !== 'question') throw notFound('comment not found');
  if (!question.isOpen) throw conflict('question is settled');
  return question;
}

/** Throws 400 with the names of people whom a comment names although they do not see the document: it would not reach them. */
async function checkMentions(
  transaction: Change,
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
