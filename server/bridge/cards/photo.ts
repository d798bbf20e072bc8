import { readFile } from 'node:fs/promises';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { PictureRefused, toPicture } from '../../files/picture.ts';
import { badRequest } from '../../http/errors.ts';
import type { ReceivedFile } from '../../http/upload.ts';
import type { BridgeContext } from '../context.ts';
import { setPhoto } from './store.ts';

/**
 * Makes a received file the photo of a position: the new files are complete before the row names them, and the old
 * ones go after the commit. False when there is no such position; throws 400 on what is no readable picture.
 */
export async function replacePhoto(context: BridgeContext, id: number, file: ReceivedFile): Promise<boolean> {
  const { database, photos, clock, log } = context;
  if (!file.declaredType.startsWith('image/')) throw badRequest('file must be image');
  const { single, doubled } = await toPicture(await readFile(file.path), PHOTO_WIDTH).catch(refusal);
  const name = await photos.put('webp', single, doubled);
  const before = await setPhoto(database, id, name, clock()).catch(async (error) => {
    await photos.remove(name);
    throw error;
  });
  const gone = before === undefined ? name : before;
  if (gone) {
    await photos.remove(gone).catch((error) => log.warn({ err: error, name: gone }, 'photo not removed'));
  }
  return before !== undefined;
}

function refusal(error: unknown): never {
  if (!(error instanceof PictureRefused)) throw error;
  throw badRequest(
    error.reason === 'not a picture' ? 'file must be image' : `error resizing photo: ${error.message}`,
  );
}
