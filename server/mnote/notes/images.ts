import { NOTE_IMAGE_WIDTH } from '../../../contract/limits.ts';
import type { NoteFile } from '../../../contract/mnote.ts';
import { sweepUnused } from '../../files/open.ts';
import { type Picture, PictureRefused, toPicture } from '../../files/picture.ts';
import { badRequest } from '../../http/errors.ts';
import type { ReceivedFile } from '../../http/upload.ts';
import type { MnoteContext } from '../context.ts';

const USED = new URL('./used-images-job.ts', import.meta.url);
/** Name of the form field; files of other fields are not looked at. */
const FIELD = 'images';

/** The pictures among the received files. A form of a browser sends a nameless empty file when none was chosen. */
export const sentImages = (files: readonly ReceivedFile[]): ReceivedFile[] =>
  files.filter(({ field, bytes, originalName }) => field === FIELD && (bytes > 0 || originalName !== ''));

/**
 * Re-encodes received pictures and stores them, all or none: what they are is told from their content. Complete on the
 * disk when this resolves. Throws 400 `bad mime type`.
 */
export async function storeImages(
  { images }: MnoteContext,
  received: readonly ReceivedFile[],
  gone?: AbortSignal,
): Promise<NoteFile[]> {
  const pictures: [Picture, string][] = [];
  for (const { path, originalName } of received) {
    const picture = await toPicture(path, NOTE_IMAGE_WIDTH, undefined, gone).catch(refusal);
    pictures.push([picture, originalName]);
  }
  const stored: NoteFile[] = [];
  try {
    for (const [{ single, doubled }, originalName] of pictures) {
      stored.push({ originalName, fileName: await images.put('webp', single, doubled) });
    }
    return stored;
  } catch (error) {
    for (const { fileName } of stored) await images.remove(fileName);
    throw error;
  }
}

/** Removes pictures that no state of any slide shows any more; a failure is left to the sweep. */
export async function removeImages({ images, log }: MnoteContext, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await images.remove(name).catch((error) => log.warn({ err: error, name }, 'picture not removed'));
  }
}

/** Removes pictures that no slide shows and none of its earlier states did; resolves to their number. */
export const sweepImages = (context: MnoteContext): Promise<number> =>
  sweepUnused(context.images, context, USED);

function refusal(error: unknown): never {
  throw error instanceof PictureRefused ? badRequest('bad mime type') : error;
}
