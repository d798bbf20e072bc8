import type { Kysely } from 'kysely';
import { ACTIONS } from '../../../../contract/actions.ts';
import type { CommentKind } from '../../../../contract/comment-events.ts';
import type { DiscussionRights } from '../../../../contract/document-comments.ts';
import type { CommentError } from '../../../../contract/errors.ts';
import { forbidden } from '../../../http/errors.ts';
import { rolesHolding } from '../../access-conditions.ts';
import type { InformatorSchema } from '../../schema.ts';
import { selectDecidable } from '../document/decidable.ts';
import type { StoredDocument } from '../document/document.ts';
import type { Actor } from '../document/viewer.ts';

type Source = Kysely<InformatorSchema>;

/**
 * What somebody who sees a document may say about it: what the pages show by, and what a call is held to. Whoever only sees
 * it reads along.
 */
export async function discussionRights(
  read: Source,
  document: StoredDocument,
  actor: Actor,
): Promise<DiscussionRights> {
  const isAuthor = document.author.uid === actor.uid;
  const decides = (await selectDecidable(read, [document.id], actor)).has(document.id);
  const isOfDocument = isAuthor || decides || document.entries.some(({ uid }) => uid === actor.uid);
  return {
    comment: isOfDocument || (await actsInPair(read, document, actor)),
    ask: decides && !isAuthor,
    answer: isAuthor,
  };
}

const REFUSALS: Readonly<Record<CommentKind, CommentError>> = {
  comment: 'comment on the document is denied',
  question: 'question on the document is denied',
  answer: 'answer to the question is denied',
};

/** Throws 403 unless somebody may say this about a document. */
export async function permitComment(
  read: Source,
  document: StoredDocument,
  actor: Actor,
  kind: CommentKind,
): Promise<void> {
  const { comment, ask, answer } = await discussionRights(read, document, actor);
  if (!{ comment, question: ask, answer }[kind]) throw forbidden(REFUSALS[kind]);
}

/** Whether the role of a person allows anything in the pair of a document beside seeing it. */
async function actsInPair(
  read: Source,
  { directing, task }: StoredDocument,
  { uid }: Actor,
): Promise<boolean> {
  const pair = { directing: directing.id, task: task.id };
  const found = await read
    .selectFrom('users')
    .select('users.id')
    .where('users.uid', '=', uid)
    .where('users.role_id', 'in', rolesHolding(read, { pair, oneOf: Object.values(ACTIONS) }))
    .executeTakeFirst();
  return found !== undefined;
}
