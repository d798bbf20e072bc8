import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { MessageAnswer } from '../../contract/answers.ts';
import { UploadAnswer } from '../../contract/catalogue/positions.ts';
import { DryRunAnswer } from '../../contract/catalogue/runs.ts';
import { isUuid } from '../../contract/fields/values.ts';
import { PRICE_FILE_MAX } from '../../contract/limits.ts';
import { GuessAnswer } from '../../contract/price-lists/guess.ts';
import type { CatalogueContext } from '../catalogue/context/context.ts';
import { refuseEmpty, refuseMisnamed, refuseOtherFiles } from '../catalogue/sheets/refused-files.ts';
import { abortWhenClientLeaves } from '../platform/http/heavy-work.ts';
import { conflict, notFound } from '../platform/http/request.ts';
import { oneFile, oneFileUpTo, withForm } from '../platform/http/upload.ts';
import { guessFile } from './guess/guess-file.ts';
import { sendEvents, takeUpload, Uploads } from './receive-upload.ts';
import { uploadError } from './runs/failures.ts';
import type { ImportQueue } from './runs/queue.ts';
import { headersOf, isSameHeader } from './settings/headers.ts';
import { listPresets } from './settings/presets.ts';

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
        config: { permission: 'admin', files: oneFileUpTo(PRICE_FILE_MAX) },
        schema: {
          summary:
            'Applies a price list: multipart with the file in `file`; answers when it is committed. With `dryRun=1` it only says what it would do; with `confirm=0` a run that looks wrong is refused with 409 until `confirm=1`',
          response: { 200: Type.Union([UploadAnswer, DryRunAnswer]) },
        },
      },
      (request) => takeUpload(context, queue, uploads, request),
    );

    app.post(
      '/file/guess',
      {
        config: { permission: 'admin', files: oneFileUpTo(PRICE_FILE_MAX) },
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
        // A HEAD would wait for an upload that nobody watches.
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
        schema: {
          summary: 'Cancels an upload; nothing of it stays',
          params: ById,
          response: { 200: MessageAnswer },
        },
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

/**
 * Receives a price list and answers how it seems to be laid out, and which presets were made for such a file. The file is
 * kept for a while under the id of the answer. Ends when `gone` happens. Throws what the API answers.
 */
async function takeGuess(
  { incomingFolder, database }: Pick<CatalogueContext, 'incomingFolder' | 'database'>,
  { kept }: Pick<ImportQueue, 'kept'>,
  request: FastifyRequest,
  gone: AbortSignal,
): Promise<GuessAnswer> {
  return withForm(request, { folder: incomingFolder }, async (form) => {
    refuseEmpty(form.files);
    const file = oneFile(form, 'file');
    const kind = await refuseOtherFiles(file);
    const sheets = await guessFile(file.path, gone);
    refuseMisnamed(file.originalName, kind, sheets);
    const presets = await listPresets(database.read, null);
    return {
      fileId: await kept.keep(file.path),
      sheets: sheets.map((sheet) => {
        const headers = headersOf(sheet);
        const fitting = presets.filter((preset) => isSameHeader(preset, headers));
        return {
          ...sheet,
          headers,
          presets: fitting.map(({ id, name, providerId }) => ({ id, name, providerId })),
        };
      }),
    };
  }).catch((error: unknown) => {
    throw uploadError(error);
  });
}
