import type { FastifyRequest } from 'fastify';
import type { CrossUploadAnswer } from '../../../contract/crosses.ts';
import type { LocalFile } from '../../files/file-store.ts';
import { limitTo } from '../../files/limit-to.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { oneFile, receiveForm, shownFileName } from '../../http/upload.ts';
import type { BridgeContext } from '../context.ts';
import { refuseOtherFiles, textFields, uploadError } from '../import/check-form.ts';
import { editorOf } from '../import/edits/editor.ts';
import type { ImportDesk } from '../import/run/desk.ts';
import { startCrosses } from '../import/run/runs.ts';
import { crossesAs, planCrossesOf } from './cross-work.ts';
import { crossSettingsOf } from './file/settings.ts';

/** Dry runs at a time: each takes a process and a thread. */
const planning = limitTo(1);

/**
 * Receives a file of crosses and says them as a run of their own, or only tells what the file would say where the form
 * wishes so. Throws what the API answers.
 */
export async function takeCrossFile(
  context: Pick<BridgeContext, 'incomingFolder' | 'database' | 'clock'>,
  desk: ImportDesk,
  request: FastifyRequest,
): Promise<CrossUploadAnswer> {
  const { incomingFolder, database, clock } = context;
  let kept: LocalFile | null = null;
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
    const fields = textFields(form.fields);
    const settings = crossSettingsOf(fields);
    const sent = fields.fileId && form.files.length === 0 ? null : oneFile(form, 'file');
    kept = sent && { ...sent, size: sent.bytes, release: async () => {} };
    kept ??= await desk.kept.borrow(fields.fileId?.toLowerCase() ?? '');
    if (!kept) throw notFound('file is not kept');
    await refuseOtherFiles(kept);
    const file = kept.path;
    if (fields.dryRun === '1') {
      return await planning(() => planCrossesOf(context, { file, settings }));
    }
    const by = editorOf(request.caller);
    const start = {
      ...by,
      fileName: sent?.originalName ?? shownFileName(fields.fileName ?? ''),
      fileBytes: kept.size,
      keptFile: await desk.kept.keep(file),
      settings,
    };
    return await desk.inTurn({
      note: (worker) => startCrosses(database, { ...start, worker }, clock()),
      later: { settings },
      work: crossesAs(context, { file, settings, by }),
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'TOO_MANY_CROSSES') throw badRequest('too many crosses');
    throw uploadError(error);
  } finally {
    await kept?.release();
    await form.remove();
  }
}
