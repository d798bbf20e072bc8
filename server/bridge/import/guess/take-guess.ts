import type { FastifyRequest } from 'fastify';
import type { GuessAnswer } from '../../../../contract/price-list-guess.ts';
import { oneFile, receiveForm } from '../../../http/upload.ts';
import type { BridgeContext } from '../../context.ts';
import { refuseOtherFiles, uploadError } from '../check-form.ts';
import { isSameHeader } from '../presets/header-match.ts';
import { listPresets } from '../presets/store.ts';
import type { ImportDesk } from '../run/desk.ts';
import { guessFile } from './guess-file.ts';
import { headersOf } from './headers.ts';
import { refuseEmpty, refuseMisnamed } from './refuse-at-once.ts';

/**
 * Receives a price list and answers how it seems to be laid out, and which presets were made for such a file. The file is
 * kept for a while under the id of the answer. Ends when `gone` happens. Throws what the API answers.
 */
export async function takeGuess(
  { incomingFolder, database }: Pick<BridgeContext, 'incomingFolder' | 'database'>,
  { kept }: Pick<ImportDesk, 'kept'>,
  request: FastifyRequest,
  gone: AbortSignal,
): Promise<GuessAnswer> {
  const form = await receiveForm(request, { folder: incomingFolder });
  try {
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
  } catch (error) {
    throw uploadError(error);
  } finally {
    await form.remove();
  }
}
