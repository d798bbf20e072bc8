// Routes by which administrators upload a price list: its layout is guessed, it is imported or only tried, with
// progress and cancelling.
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { MessageAnswer } from '../../contract/answers.ts';
import { DryRunAnswer, UploadAnswer } from '../../contract/catalogue/runs.ts';
import { bodyWithFile } from '../../contract/fields/field.ts';
import { isUuid } from '../../contract/fields/values.ts';
import { PRICE_FILE_MAX } from '../../contract/limits.ts';
import { GuessAnswer } from '../../contract/price-lists/guess.ts';
import { UPLOAD_BODY } from '../../contract/price-lists/upload-bodies.ts';
import { type CatalogueContext, editorOf } from '../catalogue/context/context.ts';
import * as refusedFiles from '../catalogue/sheets/refused-files.ts';
import { abortWhenClientLeaves } from '../platform/http/heavy-work.ts';
import { badRequest, conflict, notFound } from '../platform/http/request.ts';
import { oneFile, oneFileUpTo, type ReceivedForm, receiveForm, withForm } from '../platform/http/upload.ts';
import { knownOwners } from './guess/known-owners.ts';
import { guessesOf } from './guess/staged-lists.ts';
import { type FormFields, textFields } from './rules/form-fields.ts';
import { shownError, uploadError } from './runs/failures.ts';
import { type Confirmation, type ImportOrder, type OrderedFile, orderedFile } from './runs/order.ts';
import { type ImportQueue, repeatedUploadError } from './runs/queue.ts';
import { headersOf, isSameHeader, listPresets } from './settings/presets.ts';
import { Upload, Uploads } from './upload-progress.ts';

interface ImportOptions {
  /** How long a watcher waits for the file, and how often it hears that the server is there, ms. */
  readonly waitingMs?: number;
  readonly heartbeatMs?: number;
}

const ById = Type.Object({ uploadId: Type.String() });

/** Upload of price lists by administrators, with its progress and its cancelling. */
export function importRoutes(
  context: CatalogueContext,
  queue: ImportQueue,
  options: ImportOptions = {},
): FastifyPluginAsyncTypebox {
  const missing = () => notFound('upload not found');

  return async (app) => {
    const uploads = new Uploads(options.waitingMs);
    app.addHook('preClose', async () => {
      // First what waits, or it would have its turn when what is under way ends.
      const handedOver = queue.handOver();
      uploads.stop();
      await handedOver;
    });

    app.post(
      '/file/upload',
      {
        config: { permission: 'admin', files: oneFileUpTo(PRICE_FILE_MAX), bodySchema: UPLOAD_BODY },
        schema: {
          summary:
            'Applies a price list: multipart with the file in `file`; answers when it is committed. With `dryRun=1` it only says what it would do; with `confirm=0` a run that looks wrong is refused with 409 until `confirm=1`, with `seen` one that differs from its check',
          response: { 200: Type.Union([UploadAnswer, DryRunAnswer]) },
        },
      },
      (request) => takeUpload(context, queue, uploads, request),
    );

    app.post(
      '/file/guess',
      {
        config: { permission: 'admin', files: oneFileUpTo(PRICE_FILE_MAX), bodySchema: bodyWithFile('file') },
        schema: {
          summary: 'Guesses the layout of a price list: multipart with the file in `file`; writes nothing',
          response: { 200: GuessAnswer },
        },
      },
      (request, reply) => takeGuess(context, queue, request, abortWhenClientLeaves(reply)),
    );

    app.get(
      '/file/upload/:uploadId/progress',
      {
        config: { permission: 'admin' },
        // A HEAD would wait for an upload that no page watches.
        exposeHeadRoute: false,
        schema: {
          summary: 'Progress of an upload as server-sent events; may be asked before the file comes',
          params: ById,
          produces: ['text/event-stream'],
        },
      },
      async (request, reply) => {
        const id = request.params.uploadId.toLowerCase();
        const upload = isUuid(id) ? uploads.watched(id, request.caller?.uid ?? '') : null;
        if (!upload) throw missing();
        return sendEvents(reply, upload, options.heartbeatMs);
      },
    );

    app.delete(
      '/file/upload/:uploadId',
      {
        config: { permission: 'admin' },
        schema: { summary: 'Cancels an upload; nothing of it stays', params: ById, response: { 200: MessageAnswer } },
      },
      async (request) => {
        const upload = uploads.find(request.params.uploadId.toLowerCase(), request.caller?.uid ?? '');
        if (!upload) throw missing();
        upload.abort.abort(new Error('cancelled'));
        await upload.ended;
        // It may have been committed just before.
        const { result } = upload.progress;
        if (result) throw conflict('upload already done', { result });
        return { message: 'upload cancelled' };
      },
    );
  };
}

/** Answers the guessed layout and presets made for it; keeps the file under an id. Throws what the API answers. */
async function takeGuess(
  { incomingFolder, database }: Pick<CatalogueContext, 'incomingFolder' | 'database'>,
  { kept, staged }: Pick<ImportQueue, 'kept' | 'staged'>,
  request: FastifyRequest,
  gone: AbortSignal,
): Promise<GuessAnswer> {
  return withForm(request, { folder: incomingFolder }, async (form) => {
    refusedFiles.refuseEmpty(form.files);
    const file = oneFile(form, 'file');
    const kind = await refusedFiles.refuseOtherFiles(file);
    const sheets = guessesOf(await staged.of(file.path, gone));
    refusedFiles.refuseMisnamed(file.originalName, kind, sheets);
    const presets = await listPresets(database.read, null);
    return {
      fileId: await kept.keep(file.path),
      sheets: sheets.map((sheet) => {
        const headers = headersOf(sheet);
        const fitting = presets.filter((preset) => isSameHeader(preset, headers));
        return { ...sheet, headers, presets: fitting.map(({ id, name, providerId }) => ({ id, name, providerId })) };
      }),
      ...(await knownOwners(database.read, sheets)),
    };
  }).catch((error: unknown) => {
    throw uploadError(error);
  });
}

/** Applies a price list, or only says what it would do; resolves when committed. Throws what the API answers. */
async function takeUpload(
  { incomingFolder }: Pick<CatalogueContext, 'incomingFolder'>,
  queue: ImportQueue,
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
    file = await orderedFile(queue.kept, form, fields);
    const order: ImportOrder = {
      file,
      fields,
      ...by,
      source: fields.source === 'page' ? 'page' : 'call',
      confirm: confirmationOf(fields),
      seen: fields.seen?.trim() || null,
      uploadId,
      notifies: isYes(fields.notify),
      mailTo: isYes(fields.mail) ? (request.caller?.email ?? null) : null,
    };
    if (upload.abort.signal.aborted) throw refusedFiles.uploadCancelledError();
    const report = upload.report.bind(upload);
    if (isYes(fields.dryRun)) {
      const plan = await queue.plan(order, report, upload.abort.signal);
      upload.report({ phase: 'done', percent: 100 });
      return plan;
    }
    const answer = await queue.submit(order, report, upload.abort.signal);
    upload.report({ phase: 'done', percent: 100, result: answer });
    return answer;
  } catch (error) {
    const failure = uploadError(error);
    incoming.upload.report({ phase: 'failed', error: shownError(failure) });
    throw failure;
  } finally {
    await file?.release();
    await form?.remove();
  }
}

const isYes = (text: string | undefined): boolean => ['1', 'true', 'on'].includes(text ?? '');

/** A form without the field is one of the first API, which has no confirmation. */
function confirmationOf({ confirm }: FormFields): Confirmation {
  if (confirm === undefined) return 'plain';
  return isYes(confirm) ? 'confirmed' : 'asked';
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
    if (!upload) throw repeatedUploadError();
    this.uploadId = value.toLowerCase();
    this.upload = upload;
    this.received(this.#bytes);
  }

  received(bytes: number): void {
    if (this.upload.abort.signal.aborted) throw refusedFiles.uploadCancelledError();
    this.#bytes = bytes;
    const percent = this.#expected > 0 ? Math.min(100, Math.floor((bytes / this.#expected) * 100)) : null;
    if (percent === this.upload.progress.percent && this.upload.progress.phase === 'receiving') return;
    this.upload.report({ phase: 'receiving', bytes, percent });
  }
}

const HEARTBEAT_MS = 15_000;

/** Answers with the states of an upload as server-sent events until it is over. */
function sendEvents(reply: FastifyReply, upload: Upload, heartbeatMs = HEARTBEAT_MS): FastifyReply {
  const stream = new Readable({ read() {} });
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), heartbeatMs);
  let unwatch: () => void = () => {};
  stream.once('close', () => {
    clearInterval(heartbeat);
    unwatch();
  });
  unwatch = upload.watch((progress) => {
    stream.push(`data: ${JSON.stringify(progress)}\n\n`);
    if (progress.phase === 'done' || progress.phase === 'failed') stream.push(null);
  });
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Otherwise nginx keeps the events back until there is a buffer full of them.
      'x-accel-buffering': 'no',
    })
    .send(stream);
}
