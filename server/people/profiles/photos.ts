// The photos of profiles: replacing one, and removing those that no profile shows.
import { PROFILE_PHOTO_SIDE } from '../../../contract/limits.ts';
import { sweepUnused } from '../../platform/files/stored-files.ts';
import { encodeReceivedPicture } from '../../platform/http/picture-upload.ts';
import { type ReceivedFile, withPlacedFiles } from '../../platform/http/upload.ts';
import type * as accounts from './accounts.ts';
import * as profileStore from './profile-store.ts';

const USED_PHOTOS = new URL('./used-photos-job.ts', import.meta.url);

/** Makes a file the photo: complete before the row names it, the old one goes after the commit. False: no profile. */
export async function replacePhoto(
  { database, photos, clock, log }: accounts.PeopleContext,
  uid: string,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> {
  const sides = { width: PROFILE_PHOTO_SIDE, height: PROFILE_PHOTO_SIDE };
  const { single, doubled } = await encodeReceivedPicture(file, sides, gone);
  const name = await photos.put('webp', single, doubled);
  const before = await withPlacedFiles(
    database,
    () => profileStore.setPhoto(database, uid, name, clock()),
    () => photos.remove(name),
  );
  const left = before === undefined ? name : before;
  if (left) {
    await photos.remove(left).catch((error) => log.warn({ err: error, name: left }, 'photo not removed'));
  }
  return before !== undefined;
}

/** Removes photos that no profile shows; resolves to their number. */
export const sweepPhotos = (context: accounts.PeopleContext): Promise<number> =>
  sweepUnused(context.photos, context, USED_PHOTOS);
