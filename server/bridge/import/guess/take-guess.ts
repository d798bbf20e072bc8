import type { FastifyRequest } from 'fastify';
import { PRICE_FILE_MAX } from '../../../../contract/limits.ts';
import type { GuessAnswer } from '../../../../contract/price-list-guess.ts';
import { limitTo } from '../../../files/limit-to.ts';
import { oneFile, receiveForm } from '../../../http/upload.ts';
import type { BridgeContext } from '../../context.ts';
import { refuseOtherFiles, uploadError } from '../check-form.ts';
import { guessFile } from './guess-file.ts';

/** Files that are looked at, at a time: each takes a process and the memory of its texts. */
const guessing = limitTo(1);

/** Receives a price list and answers how it seems to be laid out; the file is gone afterwards. Throws what the API answers. */
export async function takeGuess(
  { incomingFolder }: BridgeContext,
  request: FastifyRequest,
): Promise<GuessAnswer> {
  const form = await receiveForm(request, { folder: incomingFolder, maxBytes: PRICE_FILE_MAX });
  try {
    const file = oneFile(form, 'file');
    await refuseOtherFiles(file);
    return await guessing(() => guessFile(file.path));
  } catch (error) {
    throw uploadError(error);
  } finally {
    await form.remove();
  }
}
