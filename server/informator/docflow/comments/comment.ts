import type { CommentKind } from '../../../../contract/comment-events.ts';
import type { DocumentComment } from '../../../../contract/document-comments.ts';
import { COMMENT_WITHDRAW_MINUTES } from '../../../../contract/limits.ts';
import type { OwnLinks } from '../attachments/links.ts';
import { asEditor, type Person } from '../document/person.ts';
import type { AttachedFile } from '../document/version.ts';

const MINUTE = 60_000;

export interface CommentFile extends Omit<AttachedFile, 'sha256'> {
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
  now - madeAt < COMMENT_WITHDRAW_MINUTES * MINUTE;

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
