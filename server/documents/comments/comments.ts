import type { DocumentComment } from '../../../contract/documents/comments.ts';
import type { CommentKind } from '../../../contract/documents/words.ts';
import { COMMENT_PAGE, COMMENT_WITHDRAW_MINUTES, MINUTE_MS } from '../../../contract/limits.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { OwnLinks } from '../document/attachment-links.ts';
import type { AttachedFile } from '../document/document.ts';
import { asEditor, type Person, personOf } from '../document/people.ts';
import type { AuthorsKey } from '../edit/repeated-calls.ts';

interface CommentFile extends Omit<AttachedFile, 'sha256'> {
  /** Media type, as found in the content. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** A comment as it stands. Times are milliseconds since the epoch. */
export interface StoredComment {
  readonly id: number;
  readonly document: number;
  readonly kind: CommentKind;
  /** The question of an answer. */
  readonly answers: number | null;
  readonly isOpen: boolean;
  readonly author: Person;
  readonly madeAt: number;
  readonly version: number;
  readonly text: string;
  readonly files: readonly CommentFile[];
  readonly mentions: readonly Person[];
  readonly withdrawnAt: number | null;
  /** SHA-256 of what the call that made it had sent. */
  readonly content: string;
}

/**
 * Whether a comment is not relied upon yet, so that its author may take it back: for a short while, and no question that
 * was answered, nor an answer.
 */
export const isLoose = ({ kind, isOpen, withdrawnAt, madeAt }: StoredComment, now: number): boolean =>
  withdrawnAt === null &&
  (kind === 'comment' || (kind === 'question' && isOpen)) &&
  now - madeAt < COMMENT_WITHDRAW_MINUTES * MINUTE_MS;

/** A comment as the API shows it to somebody. */
export const commentAnswer = (
  comment: StoredComment,
  { uid, now, links }: { readonly uid: string; readonly now: number; readonly links: OwnLinks },
): DocumentComment => ({
  id: comment.id,
  kind: comment.kind,
  answers: comment.answers,
  by: { ...asEditor(comment.author), position: comment.author.position },
  at: new Date(comment.madeAt).toISOString(),
  version: comment.version,
  text: comment.text,
  files: comment.files.map((file) => ({ ...file, url: links.to(file.fileName) })),
  mentions: comment.mentions.map(asEditor),
  isOpen: comment.isOpen,
  withdrawnAt: comment.withdrawnAt === null ? null : new Date(comment.withdrawnAt).toISOString(),
  mayWithdraw: comment.author.uid === uid && isLoose(comment, now),
});

const comments = (read: PortalSource) =>
  read
    .selectFrom('document_comments as comment')
    .innerJoin('users', 'users.id', 'comment.author_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .selectAll('comment')
    .select(['users.uid', 'users.email', 'users.name', 'roles.title as position']);

type Row = Awaited<ReturnType<ReturnType<typeof comments>['execute']>>[number];

/** A page of what was said about a document before the comment `last` (null: from the newest on), and whether there is more. */
export async function selectComments(
  read: PortalSource,
  document: number,
  last: number | null,
): Promise<{ readonly comments: StoredComment[]; readonly more: boolean }> {
  const rows = await comments(read)
    .where('comment.document_id', '=', document)
    .$if(last !== null, (query) => query.where('comment.id', '<', last ?? 0))
    .orderBy('comment.id', 'desc')
    .limit(COMMENT_PAGE + 1)
    .execute();
  return { comments: await whole(read, rows.slice(0, COMMENT_PAGE)), more: rows.length > COMMENT_PAGE };
}

/** A comment of a document; null: there is none. */
export async function selectComment(read: PortalSource, document: number, id: number): Promise<StoredComment | null> {
  const found = comments(read).where('comment.id', '=', id).where('comment.document_id', '=', document);
  return (await whole(read, await found.execute()))[0] ?? null;
}

/** The comment that was made under a key; null: none. */
export async function findCommentUnder(read: PortalSource, { author, key }: AuthorsKey): Promise<StoredComment | null> {
  const found = comments(read).where('users.uid', '=', author).where('comment.key', '=', key);
  return (await whole(read, await found.execute()))[0] ?? null;
}

/** Rows with their files and the people whom they name. */
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
    author: personOf({ ...row, id: row.author_id }),
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

async function mentionsOf(read: PortalSource, ids: readonly number[]): Promise<Map<number, Person[]>> {
  const rows = await read
    .selectFrom('document_mentions')
    .innerJoin('users', 'users.id', 'document_mentions.user_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['comment_id', 'users.id', 'users.uid', 'users.email', 'users.name', 'roles.title as position'])
    .where('comment_id', 'in', ids)
    .orderBy('users.id')
    .execute();
  return grouped(rows, personOf);
}

function grouped<Of extends { readonly comment_id: number }, T>(
  rows: readonly Of[],
  make: (row: Of) => T,
): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) found.set(row.comment_id, [...(found.get(row.comment_id) ?? []), make(row)]);
  return found;
}
