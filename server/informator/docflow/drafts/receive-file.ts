import type { FastifyRequest } from 'fastify';
import { SCAN_FILE_MAX } from '../../../../contract/limits.ts';
import { documentTypeOf } from '../../../files/document-type.ts';
import { plainTextTypeOf } from '../../../files/plain-text.ts';
import { callerOf } from '../../../http/caller.ts';
import { badRequest } from '../../../http/errors.ts';
import type { FileLimits } from '../../../http/file-limits.ts';
import { withPlacedFiles } from '../../../http/placed-files.ts';
import { receiveForm } from '../../../http/upload.ts';
import {
  removeAttachments,
  sentAttachments,
  storeAttachments,
  type TellType,
} from '../attachments/attachment-store.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredFile } from '../document/document.ts';
import { addWaitingFile } from './waiting-files.ts';

/** One file a request. */
export const WAITING_FILE: FileLimits = {
  maxBytes: SCAN_FILE_MAX,
  maxFiles: 1,
  maxTotalBytes: SCAN_FILE_MAX,
};

const typeOf: TellType = async ({ path, originalName }) =>
  (await documentTypeOf(path)) ?? plainTextTypeOf(path, originalName);

/**
 * Receives the one file of a form and puts it beside a draft of the caller. Throws 400 `bad mime type`, also for an empty file
 * and for none, 404 `draft not found` and 413; nothing stays on the disk then.
 */
export async function receiveWaitingFile(
  context: DocflowContext,
  request: FastifyRequest,
  draft: string,
): Promise<StoredFile> {
  const { uid } = callerOf(request);
  const { database, incomingFolder } = context;
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
    const sent = sentAttachments(form.files);
    if (sent.length === 0) throw badRequest('bad mime type');
    const [stored] = await storeAttachments(context, sent, typeOf);
    if (!stored) throw badRequest('bad mime type');
    const takeAway = () => removeAttachments(context, [stored.fileName]);
    const kept = await withPlacedFiles(
      database,
      () => database.write((transaction) => addWaitingFile(transaction, uid, draft, stored)),
      takeAway,
    );
    if (kept.fileName !== stored.fileName) await takeAway();
    return kept;
  } finally {
    await form.remove();
  }
}
