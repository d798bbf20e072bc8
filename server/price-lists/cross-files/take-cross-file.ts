// Takes a file of crosses (this article replaces that one) that staff upload: checks it, then imports it as a run or
// as a dry run.
import type { FastifyRequest } from 'fastify';
import type { CrossUploadAnswer } from '../../../contract/catalogue/crosses.ts';
import { type CatalogueContext, type Editor, editorOf } from '../../catalogue/context/context.ts';
import { badRequest, notFound } from '../../platform/http/request.ts';
import { receiveForm } from '../../platform/http/upload.ts';
import { limitTo } from '../../platform/limit-to.ts';
import type { ImportProgress } from '../apply/compare-list.ts';
import { textFields } from '../rules/form-fields.ts';
import { uploadError } from '../runs/failures.ts';
import { type KeptFiles, type OrderedFile, orderedFile } from '../runs/order.ts';
import type { ContinueRun, ImportQueue, RunWorkAs } from '../runs/queue.ts';
import { startCrosses } from '../runs/run-store.ts';
import type { CrossArguments } from './cross-job.ts';
import { type CrossSettings, crossSettingsOf } from './cross-rows.ts';

/** Dry runs at a time: each takes a process and a thread. */
const planning = limitTo(1);

/** Imports a received file of crosses as a run, or only says what it would change. Throws what the API answers. */
export async function takeCrossFile(
  context: Pick<CatalogueContext, 'incomingFolder' | 'database' | 'clock'>,
  queue: ImportQueue,
  request: FastifyRequest,
): Promise<CrossUploadAnswer> {
  const { incomingFolder, database, clock } = context;
  let sent: OrderedFile | null = null;
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
    const fields = textFields(form.fields);
    const settings = crossSettingsOf(fields);
    sent = await orderedFile(queue.kept, form, fields);
    const file = sent.path;
    if (fields.dryRun === '1') return await planning(() => planCrossesOf(context, { file, settings }));
    const by = editorOf(request.caller);
    const keptFile = await queue.kept.keep(file);
    const start = { ...by, fileName: sent.originalName, fileBytes: sent.bytes, keptFile, settings };
    return await queue.inTurn({
      note: (worker) => startCrosses(database, { ...start, worker }, clock()),
      later: { settings },
      work: crossesAs(context, { file, settings, by }),
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'TOO_MANY_CROSSES') throw badRequest('too many crosses');
    throw uploadError(error);
  } finally {
    await sent?.release();
    await form.remove();
  }
}

type Needed = Pick<CatalogueContext, 'database' | 'clock'>;

const JOB = new URL('./cross-job.ts', import.meta.url);

interface CrossFile {
  readonly file: string;
  readonly settings: CrossSettings;
}

const crossesAs =
  (
    { database, clock }: Needed,
    { file, settings, by }: CrossFile & { readonly by: Editor },
  ): RunWorkAs<CrossUploadAnswer> =>
  (runId, onMessage, signal) =>
    database.runJob<CrossArguments, CrossUploadAnswer, ImportProgress>(
      JOB,
      { file, settings, by: { uid: by.uid, who: by.who, runId, now: clock() } },
      { onMessage, signal },
    );

const planCrossesOf = ({ database }: Needed, { file, settings }: CrossFile): Promise<CrossUploadAnswer> =>
  database.readJob<CrossArguments, CrossUploadAnswer>(JOB, { file, settings, by: null });

/** Goes on with a file of crosses that another process left. */
export const continueCrosses =
  (needed: Needed, keptFiles: KeptFiles): ContinueRun =>
  (run) =>
  async (...as) => {
    const kept = await keptFiles.borrow(run.keptFile);
    if (!kept) throw notFound('file is not kept');
    try {
      const { settings } = JSON.parse(run.handed) as Pick<CrossFile, 'settings'>;
      return await crossesAs(needed, { file: kept.path, settings, by: run })(...as);
    } finally {
      await kept.release();
    }
  };
