import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { receivedPicture } from '../../http/picture.ts';
import { withPlacedFiles } from '../../http/placed-files.ts';
import type { ReceivedFile } from '../../http/upload.ts';
import type { BridgeContext } from '../context.ts';
import { setPhoto } from './store.ts';

/**
 * Makes a received file the photo of a position: the new files are complete before the row names them, and the old
 * ones go after the commit. False when there is no such position; throws 400 on what is no readable picture.
 */
export async function replacePhoto(
  context: BridgeContext,
  id: number,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> {
  const { database, photos, clock, log } = context;
  const { single, doubled } = await receivedPicture(file, { width: PHOTO_WIDTH }, gone);
  const name = await photos.put('webp', single, doubled);
  const before = await withPlacedFiles(
    database,
    () => setPhoto(database, id, name, clock()),
    () => photos.remove(name),
  );
  const left = before === undefined ? name : before;
  if (left) {
    await photos.remove(left).catch((error) => log.warn({ err: error, name: left }, 'photo not removed'));
  }
  return before !== undefined;
}
