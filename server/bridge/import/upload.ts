import type { FastifyRequest } from 'fastify';
import type { UploadAnswer } from '../../../contract/bridge.ts';
import type { DryRunAnswer } from '../../../contract/import-runs.ts';
import { isUuid } from '../../../rules/uuid.ts';
import type { LocalFile } from '../../files/file-store.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { oneFile, type ReceivedForm, receiveForm, shownFileName } from '../../http/upload.ts';
import type { BridgeContext } from '../context.ts';
import { refuseOtherFiles, shownError, textFields, uploadCancelled, uploadError } from './check-form.ts';
import { editorOf } from './edits/editor.ts';
import { type ImportDesk, repeatedUpload } from './run/desk.ts';
import type { Confirmation, ImportOrder } from './run/order.ts';
import type { FormFields } from './settings.ts';
import { Upload, type Uploads } from './uploads.ts';

/**
 * Receives a price list and applies it, or only says what it would do where the form wishes so; resolves when it is
 * committed. Throws what the API answers.
 */
export async function takeUpload(
  { incomingFolder }: Pick<BridgeContext, 'incomingFolder'>,
  desk: ImportDesk,
  uploads: Uploads,
  request: FastifyRequest,
): Promise<UploadAnswer | DryRunAnswer> {
  const by = editorOf(request.caller);
  const incoming = new Incoming(uploads, by.uid, Number(request.headers['content-length'] ?? 0));
  let form: ReceivedForm | null = null;
  let file: OrderedFile | null = null;
  try {
    form = await receiveForm(request, {
      folder: incomingFolder,
      onField: (name, value) => {
        if (name === 'uploadId') incoming.identify(value);
      },
      onBytes: (bytes) => incoming.received(bytes),
    });
    if (!form.isMultipart) incoming.identify(form.fields.uploadId);
    const fields = textFields(form.fields);
    const { upload, uploadId } = incoming;
    file = await fileOf(desk, form, fields);
    const order: ImportOrder = {
      file,
      fields,
      ...by,
      source: fields.source === 'page' ? 'page' : 'call',
      confirm: confirmationOf(fields),
      uploadId,
      notifies: isYes(fields.notify),
      mailTo: isYes(fields.mail) ? (request.caller?.email ?? null) : null,
    };
    if (upload.abort.signal.aborted) throw uploadCancelled();
    const report = upload.report.bind(upload);
    if (isYes(fields.dryRun)) {
      const plan = await desk.plan(order, report, upload.abort.signal);
      upload.report({ phase: 'done', percent: 100 });
      return plan;
    }
    const answer = await desk.submit(order, report, upload.abort.signal);
    upload.report({ phase: 'done', percent: 100, result: answer });
    return answer;
  } catch (error) {
    const failure = uploadError(error);
    incoming.upload.report({ phase: 'failed', error: shownError(failure) });
    throw failure;
  } finally {
    await file?.release?.();
    await form?.remove();
  }
}

type OrderedFile = ImportOrder['file'] & Partial<Pick<LocalFile, 'release'>>;

const isYes = (text: string | undefined): boolean => ['1', 'true', 'on'].includes(text ?? '');

/** A form without the field is one of the first API, which knows of no question. */
function confirmationOf({ confirm }: FormFields): Confirmation {
  if (confirm === undefined) return 'plain';
  return isYes(confirm) ? 'confirmed' : 'asked';
}

/** The file of the form, or the one that was kept when its layout was guessed. */
async function fileOf(desk: ImportDesk, form: ReceivedForm, fields: FormFields): Promise<OrderedFile> {
  const { fileId = '', fileName = '' } = fields;
  if (fileId === '' || form.files.length > 0) {
    const file = oneFile(form, 'file');
    await refuseOtherFiles(file);
    return file;
  }
  const kept = await desk.kept.borrow(fileId.toLowerCase());
  if (!kept) throw notFound('file is not kept');
  const { path, size: bytes, release } = kept;
  const file = { path, bytes, originalName: shownFileName(fileName), release };
  await refuseOtherFiles(file).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  return file;
}

/** An upload whose id comes to light while it arrives. */
class Incoming {
  readonly #uploads: Uploads;
  readonly #uid: string;
  readonly #expected: number;
  #bytes = 0;
  uploadId: string | null = null;
  upload: Upload;

  constructor(uploads: Uploads, uid: string, expected: number) {
    this.#uploads = uploads;
    this.#uid = uid;
    this.#expected = expected;
    this.upload = new Upload(uid);
  }

  /** Takes the id of the form; throws 400 for one that is no UUID or a second one, 409 for one that was used before. */
  identify(value: unknown): void {
    if (value === undefined || value === '') return;
    const again = this.uploadId !== null;
    if (again || typeof value !== 'string' || !isUuid(value)) throw badRequest('invalid upload id');
    const upload = this.#uploads.claim(value.toLowerCase(), this.#uid);
    if (!upload) throw repeatedUpload();
    this.uploadId = value.toLowerCase();
    this.upload = upload;
    this.received(this.#bytes);
  }

  received(bytes: number): void {
    if (this.upload.abort.signal.aborted) throw uploadCancelled();
    this.#bytes = bytes;
    const percent = this.#expected > 0 ? Math.min(100, Math.floor((bytes / this.#expected) * 100)) : null;
    if (percent === this.upload.progress.percent && this.upload.progress.phase === 'receiving') return;
    this.upload.report({ phase: 'receiving', bytes, percent });
  }
}
