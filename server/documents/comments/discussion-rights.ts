import { sql } from 'kysely';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { DiscussionRights } from '../../../contract/documents/comments.ts';
import type { Colleague } from '../../../contract/documents/documents.ts';
import type { CommentKind } from '../../../contract/documents/words.ts';
import type { CommentError } from '../../../contract/errors.ts';
import { MENTION_SEARCH_SIZE } from '../../../contract/limits.ts';
import { forbidden } from '../../platform/http/request.ts';
import { foldSearch, SEARCHED_MAX } from '../../platform/text/fold-search.ts';
import { literally } from '../../platform/text/words.ts';
import { rolesWithPermission } from '../../portal-database/access-conditions.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredDocument } from '../document/document.ts';
import { type Actor, personOf, seenBy, type Viewer } from '../document/people.ts';
import { selectDecidable } from '../document/who-may-decide.ts';

/**
 * What somebody who sees a document may say about it: what the pages show by, and what a call is held to. Whoever only sees
 * it reads along.
 */
export async function discussionRights(
  read: PortalSource,
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
  read: PortalSource,
  document: StoredDocument,
  actor: Actor,
  kind: CommentKind,
): Promise<void> {
  const { comment, ask, answer } = await discussionRights(read, document, actor);
  if (!{ comment, question: ask, answer }[kind]) throw forbidden(REFUSALS[kind]);
}

/** Whether the role of a person allows anything in the pair of a document beside seeing it. */
async function actsInPair(read: PortalSource, { directing, task }: StoredDocument, { uid }: Actor): Promise<boolean> {
  const pair = { directing: directing.id, task: task.id };
  const found = await read
    .selectFrom('users')
    .select('users.id')
    .where('users.uid', '=', uid)
    .where('users.role_id', 'in', rolesWithPermission(read, { pair, oneOf: Object.values(ACTIONS) }))
    .executeTakeFirst();
  return found !== undefined;
}

/** People that are looked at: some of those found first may have disabled accounts. */
const LOOKED_AT = 4 * MENTION_SEARCH_SIZE;

/** Whom a comment on a document may name: people who see it, besides the caller, by a literal part of name or e-mail. */
export async function selectMentionable(
  { database, people }: DocumentsContext,
  document: number,
  { uid }: Viewer,
  text: string,
): Promise<Colleague[]> {
  const part = foldSearch(text);
  if (part.length > SEARCHED_MAX) return [];
  const rows = await database.read
    .selectFrom('users')
    .innerJoin('documents', (join) => join.on('documents.id', '=', document))
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.uid', 'users.email', 'users.name', 'roles.title as position'])
    .where('users.uid', '<>', uid)
    .where(sql<boolean>`users.search_text LIKE ${`%${literally(part)}%`} ESCAPE '!'`)
    .where(seenBy(sql.ref('users.uid')))
    .orderBy('users.id')
    .limit(LOOKED_AT)
    .execute();
  const disabled = await people.disabledAmong(rows.map((row) => row.uid)).catch(() => new Set<string>());
  return rows
    .filter((row) => !disabled.has(row.uid))
    .slice(0, MENTION_SEARCH_SIZE)
    .map(personOf)
    .map(({ uid, email, name, position }) => ({ uid, email, name, position }));
}
