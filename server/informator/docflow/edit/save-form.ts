import type { FastifyRequest } from 'fastify';
import { DOCUMENT_FORM, WAITING_FORM } from '../../../../contract/forms/docflow.ts';
import { SCAN_FILE_MAX, SCAN_REQUEST_MAX, SCANS_MAX } from '../../../../contract/limits.ts';
import { tooLarge } from '../../../http/errors.ts';
import type { FileLimits } from '../../../http/file-limits.ts';
import { withPlacedFiles } from '../../../http/placed-files.ts';
import { readForm } from '../../../http/read-form.ts';
import { type ReceivedFile, type ReceivedForm, receiveForm } from '../../../http/upload.ts';
import type { Pair } from '../../pair.ts';
import { removeAttachments, sentAttachments, storeAttachments } from '../attachments/attachment-store.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredFile } from '../document/document.ts';
import { checkCount, checkEnabled, checkMayBeListed, type Listed } from './check-signatories.ts';
import type { Known } from './known.ts';

/** The attachments that one form may bring. */
export const DOCUMENT_FILES: FileLimits = {
  maxBytes: SCAN_FILE_MAX,
  maxFiles: SCANS_MAX,
  maxTotalBytes: SCAN_REQUEST_MAX,
};

/** A form of a document as it was sent. */
export interface SentDocument {
  readonly title: string;
  /** undefined: not sent. */
  readonly description: string | undefined;
  readonly listed: readonly Listed[];
  readonly scans: readonly ReceivedFile[];
  /** Names of own waiting files, and the draft that the save ends. */
  readonly waiting: readonly string[];
  readonly draft: string | null;
}

/** Receives a form of a document and hands it on; whatever was received of its files is gone afterwards, if it was not put in place. */
export async function withForm<T>(
  request: FastifyRequest,
  { incomingFolder }: DocflowContext,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
    return await work(form);
  } finally {
    await form.remove();
  }
}

/** The fields of a received form; throws 400, 413. */
export function readSent(request: FastifyRequest, form: ReceivedForm): SentDocument {
  const { title, description, ...lists } = readForm(request, DOCUMENT_FORM, form.fields);
  const listed = (['acceptor', 'recipient'] as const).flatMap((kind) =>
    lists[kind].map((uid) => ({ kind, uid })),
  );
  const { waiting, draft } = readForm(request, WAITING_FORM, form.fields);
  return { title, description, listed, scans: sentAttachments(form.files), waiting, draft };
}

/**
 * Checks the people and files that were sent, puts the files in place and hands them to `save`; when that refuses they
 * are taken away again, because no row names them then. `before`: what the document lists and has already.
 */
export async function withAttachments<T>(
  context: DocflowContext,
  pair: Pair,
  { listed, scans, waiting }: SentDocument,
  before: Known,
  save: (files: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  checkCount(listed, before.listed);
  await checkMayBeListed(context.database.read, pair, listed, before.listed);
  await checkEnabled(context, listed, before.listed);
  if (before.fileCount + scans.length + waiting.length > SCANS_MAX) throw tooLarge();
  const files = await storeAttachments(context, scans);
  const names = files.map(({ fileName }) => fileName);
  return withPlacedFiles(
    context.database,
    () => save(files),
    () => removeAttachments(context, names),
  );
}
