// Replaces the photo of a position: the new file is kept before the row names it, the former is removed afterwards.
import * as limits from '../../../contract/limits.ts';
import { encodeReceivedPicture } from '../../platform/http/picture-upload.ts';
import { type ReceivedFile, withPlacedFiles } from '../../platform/http/upload.ts';
import type { CatalogueContext } from '../context/context.ts';
import * as visiblePositions from './visible-positions.ts';

/** Makes a file the photo of a position: false where there is none; throws 400 on what is no readable picture. */
export async function replacePhoto(
  context: CatalogueContext,
  id: number,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> {
  const { database, photos, clock, log } = context;
  const { single, doubled } = await encodeReceivedPicture(file, { width: limits.PHOTO_WIDTH }, gone);
  const name = await photos.put('webp', single, doubled);
  const before = await withPlacedFiles(
    database,
    () => visiblePositions.setPhoto(database, id, name, clock()),
    () => photos.remove(name),
  );
  const left = before === undefined ? name : before;
  if (left) {
    await photos.remove(left).catch((error) => log.warn({ err: error, name: left }, 'photo not removed'));
  }
  return before !== undefined;
}
