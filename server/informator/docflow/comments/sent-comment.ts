import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CommentKind } from '../../../../contract/comment-events.ts';
import { COMMENT_FORM } from '../../../../contract/forms/docflow.ts';
import { COMMENT_FILES_MAX } from '../../../../contract/limits.ts';
import { badRequest, tooLarge } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { ReceivedFile, ReceivedForm } from '../../../http/upload.ts';
import { hashesOf, sentAttachments } from '../attachments/attachment-store.ts';

/** A comment as it was sent. */
export interface SentComment {
  readonly kind: CommentKind;
  /** Of an answer; null otherwise. */
  readonly answers: number | null;
  readonly text: string;
  /** By uid. */
  readonly mentions: readonly string[];
  readonly scans: readonly ReceivedFile[];
}

/** The fields of a received form; throws 400, 413. */
export function readComment(request: FastifyRequest, form: ReceivedForm): SentComment {
  const { text, kind, answers, mentions } = readForm(request, COMMENT_FORM, form.fields);
  if ((kind === 'answer') !== (answers !== null)) throw badRequest('invalid comment kind');
  const scans = sentAttachments(form.files);
  if (scans.length > COMMENT_FILES_MAX) throw tooLarge();
  return { text, kind, answers, mentions, scans };
}

/** SHA-256 of what a call about a document has sent, hexadecimal: two calls under one key are the same by it. */
export async function contentOfComment(
  document: number,
  { kind, answers, text, mentions, scans }: SentComment,
): Promise<string> {
  const hashes = await hashesOf(scans);
  const files = scans.map(({ originalName }, place) => [originalName, hashes[place]]);
  const content = JSON.stringify([document, kind, answers, text, [...mentions].sort(), files]);
  return createHash('sha256').update(content).digest('hex');
}
