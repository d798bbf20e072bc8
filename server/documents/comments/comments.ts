// SQL of comments and questions on documents, and who may write, withdraw or be mentioned in them. Routes are in
// routes.ts.
import { sql } from 'kysely';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { Colleague, DocumentComment } from '../../../contract/documents/documents.ts';
import type { CommentKind } from '../../../contract/documents/words.ts';
import type { CommentError } from '../../../contract/errors.ts';
import { COMMENT_PAGE, COMMENT_WITHDRAW_MINUTES, MENTION_SEARCH_SIZE, MINUTE_MS } from '../../../contract/limits.ts';
import { forbidden } from '../../platform/http/request.ts';
import { foldSearch, SEARCHED_MAX } from '../../platform/text/fold-search.ts';
import { literally } from '../../platform/text/words.ts';
import { type PortalSource, rolesWithPermission } from '../../portal-database/schema.ts';
import type { OwnLinks } from '../document/attachment-links.ts';
import * as documentModel from '../document/document.ts';
import { selectDecidable } from '../document/who-may-decide.ts';
import type { AuthorsKey } from '../edit/document-form.ts';

type CommentFile = Omit<documentModel.StoredFile, 'sha256'>;

/** A comment as it stands. Times are milliseconds since the epoch. */
export interface StoredComment {
  readonly id: number;
  readonly document: number;
  readonly kind: CommentKind;
  /** The question of an answer. */
  readonly answers: number | null;
  readonly isOpen: boolean;
  readonly author: documentModel.Person;
  readonly madeAt: number;
  readonly version: number;
  readonly text: string;
  readonly files: readonly CommentFile[];
  readonly mentions: readonly documentModel.Person[];
  readonly withdrawnAt: number | null;
  /** SHA-256 of what the call that made it had sent. */
  readonly content: string;
}

/** Whether the author may still withdraw a comment: for a short while, and no answered question, nor an answer. */
export const isWithdrawable = ({ kind, isOpen, withdrawnAt, madeAt }: StoredComment, now: number): boolean =>
  withdrawnAt === null &&
  (kind === 'comment' || (kind === 'question' && isOpen)) &&
  now - madeAt < COMMENT_WITHDRAW_MINUTES * MINUTE_MS;

export const commentAnswer = (
  comment: StoredComment,
  { uid, now, links }: { readonly uid: string; readonly now: number; readonly links: OwnLinks },
): DocumentComment => ({
  id: comment.id,
  kind: comment.kind,
  answers: comment.answers,
  by: { ...documentModel.asEditor(comment.author), position: comment.author.position },
  at: new Date(comment.madeAt).toISOString(),
  version: comment.version,
  text: comment.text,
  files: comment.files.map((file) => ({ ...file, url: links.to(file.fileName) })),
  mentions: comment.mentions.map(documentModel.asEditor),
  isOpen: comment.isOpen,
  withdrawnAt: comment.withdrawnAt === null ? null : new Date(comment.withdrawnAt).toISOString(),
  mayWithdraw: comment.author.uid === uid && isWithdrawable(comment, now),
});

const comments = (read: PortalSource) =>
  read
    .selectFrom('document_comments as comment')
    .innerJoin('users', 'users.id', 'comment.author_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .selectAll('comment')
    .select(['users.uid', 'users.email', 'users.name', 'roles.title as position']);

type Row = Awaited<ReturnType<ReturnType<typeof comments>['execute']>>[number];

/** A page of comments before the comment `last` (null: from the newest on), and whether there are more. */
export async function selectComments(read: PortalSource, document: number, last: number | null) {
  const rows = await comments(read)
    .where('comment.document_id', '=', document)
    .$if(last !== null, (query) => query.where('comment.id', '<', last ?? 0))
    .orderBy('comment.id', 'desc')
    .limit(COMMENT_PAGE + 1)
    .execute();
  return { comments: await whole(read, rows.slice(0, COMMENT_PAGE)), more: rows.length > COMMENT_PAGE };
}

export async function selectComment(read: PortalSource, document: number, id: number): Promise<StoredComment | null> {
  const found = comments(read).where('comment.id', '=', id).where('comment.document_id', '=', document);
  return (await whole(read, await found.execute()))[0] ?? null;
}

export async function findCommentUnder(read: PortalSource, { author, key }: AuthorsKey): Promise<StoredComment | null> {
  const found = comments(read).where('users.uid', '=', author).where('comment.key', '=', key);
  return (await whole(read, await found.execute()))[0] ?? null;
}

async function whole(read: PortalSource, rows: readonly Row[]): Promise<StoredComment[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [files, mentions] = await Promise.all([filesOf(read, ids), mentionsOf(read, ids)]);
  return rows.map((row) => ({
    id: row.id,
    document: row.document_id,
    kind: row.kind,
    answers: row.answers,
    isOpen: row.asked_id !== null,
    author: documentModel.personOf({ ...row, id: row.author_id }),
    madeAt: row.made_at,
    version: row.version,
    text: row.text,
    files: files.get(row.id) ?? [],
    mentions: mentions.get(row.id) ?? [],
    withdrawnAt: row.withdrawn_at,
    content: row.content,
  }));
}

async function filesOf(read: PortalSource, ids: readonly number[]): Promise<Map<number, CommentFile[]>> {
  const rows = await read
    .selectFrom('document_comment_files')
    .selectAll()
    .where('comment_id', 'in', ids)
    .orderBy('place')
    .execute();
  return grouped(rows, ({ file_name, original_name, type, size }) => ({
    originalName: original_name,
    fileName: file_name,
    type,
    size,
  }));
}

async function mentionsOf(read: PortalSource, ids: readonly number[]): Promise<Map<number, documentModel.Person[]>> {
  const rows = await read
    .selectFrom('document_mentions')
    .innerJoin('users', 'users.id', 'document_mentions.user_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['comment_id', 'users.id', 'users.uid', 'users.email', 'users.name', 'roles.title as position'])
    .where('comment_id', 'in', ids)
    .orderBy('users.id')
    .execute();
  return grouped(rows, documentModel.personOf);
}

const grouped = <Of extends { readonly comment_id: number }, T>(rows: readonly Of[], make: (row: Of) => T) =>
  new Map([...Map.groupBy(rows, (row) => row.comment_id)].map(([id, own]) => [id, own.map((row) => make(row))]));

/** What a viewer of a document may say about it, for pages and calls; without a part in it a viewer only reads. */
export async function discussionRights(
  read: PortalSource,
  document: documentModel.StoredDocument,
  actor: documentModel.Actor,
) {
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

/** Throws 403 unless the actor may make such a comment. */
export async function permitComment(
  read: PortalSource,
  document: documentModel.StoredDocument,
  actor: documentModel.Actor,
  kind: CommentKind,
) {
  const { comment, ask, answer } = await discussionRights(read, document, actor);
  if (!{ comment, question: ask, answer }[kind]) throw forbidden(REFUSALS[kind]);
}

/** Whether the role of a person allows anything in the pair of a document beside seeing it. */
async function actsInPair(
  read: PortalSource,
  { directing, task }: documentModel.StoredDocument,
  { uid }: documentModel.Actor,
): Promise<boolean> {
  const pair = { directing: directing.id, task: task.id };
  const found = await read
    .selectFrom('users')
    .select('users.id')
    .where('users.uid', '=', uid)
    .where('users.role_id', 'in', rolesWithPermission(read, { pair, oneOf: Object.values(ACTIONS) }))
    .executeTakeFirst();
  return found !== undefined;
}

/** Candidates that are read: some of the first may have disabled accounts. */
const LOOKED_AT = 4 * MENTION_SEARCH_SIZE;

/** Whom a comment on a document may name: people who see it, but the caller, by a literal part of name or e-mail. */
export async function selectMentionable(
  { database, people }: documentModel.DocumentsContext,
  document: number,
  { uid }: documentModel.Viewer,
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
    .where(documentModel.seenBy(sql.ref('users.uid')))
    .orderBy('users.id')
    .limit(LOOKED_AT)
    .execute();
  const disabled = await people.disabledAmong(rows.map((row) => row.uid)).catch(() => new Set<string>());
  return rows
    .filter((row) => !disabled.has(row.uid))
    .slice(0, MENTION_SEARCH_SIZE)
    .map(documentModel.personOf)
    .map(({ uid, email, name, position }) => ({ uid, email, name, position }));
}
