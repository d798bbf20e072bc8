// The photos of profiles: replacing one, and removing those that no profile shows.
import { PROFILE_PHOTO_SIDE } from '../../../contract/limits.ts';
import { sweepUnused } from '../../platform/files/stored-files.ts';
import { replacePicture } from '../../platform/http/picture-upload.ts';
import type { ReceivedFile } from '../../platform/http/upload.ts';
import type * as accounts from './accounts.ts';
import * as profileStore from './profile-store.ts';

const USED_PHOTOS = new URL('./used-photos-job.ts', import.meta.url);

/** Makes a file the photo: complete before the row names it, the old one goes after the commit. False: no profile. */
export const replacePhoto = (
  context: accounts.PeopleContext,
  uid: string,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> =>
  replacePicture(
    context,
    file,
    { width: PROFILE_PHOTO_SIDE, height: PROFILE_PHOTO_SIDE },
    (name) => profileStore.setPhoto(context.database, uid, name, context.clock()),
    gone,
  );

/** Removes photos that no profile shows; resolves to their number. */
export const sweepPhotos = (context: accounts.PeopleContext): Promise<number> =>
  sweepUnused(context.photos, context, USED_PHOTOS);
