import type { FastifyRequest } from 'fastify';
import type { UploadAnswer } from '../../../contract/bridge.ts';
import { PRICE_FILE_MAX, UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import { DISK_FULL } from '../../../contract/storage.ts';
import { badRequest, conflict, diskTrouble, HttpError } from '../../http/errors.ts';
import { troubleAnswer } from '../../http/trouble-answer.ts';
import { oneFile, type ReceivedForm, receiveForm } from '../../http/upload.ts';
import { type BridgeContext, todayOf } from '../context.ts';
import { checkedSettings, refuseOtherFiles, textFields, uploadCancelled, uploadError } from './check-form.ts';
import { namesUnreadColumn } from './rules/columns.ts';
import { failRun, hasDiskRoom, runImport, startRun, wasUsed } from './run/runs.ts';
import { settingsOf } from './settings.ts';
import { SERVER_STOPS, Upload, type Uploads } from './uploads.ts';
import { wrongField } from './wrong-field.ts';

/** Ids that pages choose for their uploads. */
export const UPLOAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Receives a price list and applies it; resolves when it is committed. Throws what the API answers. */
export async function takeUpload(
  context: BridgeContext,
  uploads: Uploads,
  request: FastifyRequest,
): Promise<UploadAnswer> {
  const uid = request.caller?.uid ?? '';
  const incoming = new Incoming(uploads, uid, Number(request.headers['content-length'] ?? 0));
  let form: ReceivedForm | null = null;
  try {
    form = await receiveForm(request, {
      folder: context.incomingFolder,
      maxBytes: PRICE_FILE_MAX,
      onField: (name, value) => {
        if (name === 'uploadId') incoming.identify(value);
      },
      onBytes: (bytes) => incoming.received(bytes),
    });
    if (!form.isMultipart) incoming.identify(form.fields.uploadId);
    const answer = await applyForm(context, incoming, form, uid);
    incoming.upload.report({ phase: 'done', percent: 100, result: answer });
    return answer;
  } catch (error) {
    const failure = uploadError(error);
    incoming.upload.report({ phase: 'failed', error: shown(failure) });
    throw failure;
  } finally {
    await form?.remove();
  }
}

/** What a watcher is told: the text that the answer of the upload has too. */
function shown(failure: unknown): string {
  if (failure instanceof HttpError) return failure.message;
  return troubleAnswer(failure)?.message ?? 'internal server error';
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
    if (again || typeof value !== 'string' || !UPLOAD_ID.test(value)) throw badRequest('invalid upload id');
    const upload = this.#uploads.claim(value.toLowerCase(), this.#uid);
    if (!upload) throw repeated();
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

const repeated = () => conflict('upload id already used');

async function applyForm(
  context: BridgeContext,
  { upload, uploadId }: Incoming,
  form: ReceivedForm,
  uid: string,
): Promise<UploadAnswer> {
  const { database, clock, priceTtlDays } = context;
  const file = oneFile(form, 'file');
  await refuseOtherFiles(file);
  const fields = textFields(form.fields);
  const wrong = wrongField(fields);
  if (wrong !== null) throw badRequest(wrong);
  if (namesUnreadColumn(fields)) throw badRequest(`column is over ${UPLOAD_COLUMN_MAX}`);
  const settings = await checkedSettings(database.read, settingsOf(fields), file.path);
  if (!(await hasDiskRoom(database, file.bytes))) throw diskTrouble(507, DISK_FULL);
  if (uploadId && (await wasUsed(database, uploadId))) throw repeated();
  if (upload.abort.signal.aborted) throw uploadCancelled();
  upload.report({ phase: 'reading', bytes: file.bytes, percent: 0 });
  const start = { uploadId, uid, fileName: file.originalName, settings };
  const runId = await startRun(database, start, clock());
  const began = performance.now();
  try {
    return await runImport(
      database,
      { runId, file: file.path, settings, now: clock(), today: todayOf(context), priceTtlDays },
      ({ rows, done, committing }) => {
        const seconds = (performance.now() - began) / 1000;
        upload.report({
          phase: committing ? 'committing' : 'reading',
          rows,
          rowsPerSecond: Math.round(rows / seconds),
          percent: Math.floor(done * 100),
        });
      },
      upload.abort.signal,
    );
  } catch (error) {
    const { signal } = upload.abort;
    const failure = signal.aborted ? uploadCancelled() : error;
    const state = signal.reason === SERVER_STOPS ? 'interrupted' : 'failed';
    await failRun(database, runId, (failure as Error).message, clock(), state).catch((cause: unknown) => {
      context.log.error({ err: cause, runId }, 'the end of an import run could not be written down');
    });
    throw failure;
  }
}
