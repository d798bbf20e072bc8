import { PROFILE_PHOTO_SIDE } from '../../../../contract/limits.ts';
import { sweepUnused } from '../../../files/open.ts';
import { receivedPicture } from '../../../http/picture.ts';
import { withPlacedFiles } from '../../../http/placed-files.ts';
import type { ReceivedFile } from '../../../http/upload.ts';
import type { PeopleContext } from '../context.ts';
import { setPhoto } from './store.ts';

const USED_PHOTOS = new URL('./used-photos-job.ts', import.meta.url);

/**
 * Makes a received file the photo of a profile: the new files are complete before the row names them, and the old
 * ones go after the commit. False when there is no such profile; throws 400 on what is no readable picture.
 */
export async function replacePhoto(
  { database, photos, clock, log }: PeopleContext,
  uid: string,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> {
  const sides = { width: PROFILE_PHOTO_SIDE, height: PROFILE_PHOTO_SIDE };
  const { single, doubled } = await receivedPicture(file, sides, gone);
  const name = await photos.put('webp', single, doubled);
  const before = await withPlacedFiles(
    database,
    () => setPhoto(database, uid, name, clock()),
    () => photos.remove(name),
  );
  const left = before === undefined ? name : before;
  if (left) {
    await photos.remove(left).catch((error) => log.warn({ err: error, name: left }, 'photo not removed'));
  }
  return before !== undefined;
}

/** Removes photos that no profile shows; resolves to their number. */
export const sweepPhotos = (context: PeopleContext): Promise<number> =>
  sweepUnused(context.photos, context, USED_PHOTOS);
