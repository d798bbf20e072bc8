import { PROFILE_FORM } from '../../../contract/forms/people.ts';
import type { Profile } from '../../../contract/informator.ts';
import { openInformator } from '../http/client.ts';
import { failureOf } from '../http/failure.ts';
import { checked } from '../http/unsendable.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

/** A photo may go over a slow line, ms. */
const PHOTO_TIMEOUT_MS = 300_000;

/** Calls of the info service by a signed-in person. */
const informator = guarded(openInformator, session.tokens);

/** One's own profile. Throws what ky throws (404 where there is none yet), or SessionEnded. */
const askProfile = (): Promise<Profile> => informator.get('user/').json<Profile>();

/** Creates one's own profile; throws what ky throws, or SessionEnded. */
const createProfile = (name: string): Promise<Profile> =>
  informator.post('user/', { json: { name } }).json<Profile>();

/** One's own profile, created under this name where there is none yet. Throws what ky throws, or SessionEnded. */
export async function ensureProfile(name: () => Promise<string | null>): Promise<Profile> {
  try {
    return await askProfile();
  } catch (error) {
    if (failureOf(error).kind !== 'missing') throw error;
  }
  // Another tab may have been first: then its profile is as good.
  return createProfile((await name()) ?? '').catch((error: unknown) => {
    if (failureOf(error).kind === 'refused') return askProfile();
    throw error;
  });
}

/** Changes one's own name; rejects with what ky throws, SessionEnded, or Unsendable. */
export const renameProfile = async (name: string): Promise<Profile> =>
  informator.patch('user', { json: checked(PROFILE_FORM, { name }) }).json<Profile>();

/** Replaces one's own photo; throws what ky throws, or SessionEnded. */
export function replaceProfilePhoto(photo: File): Promise<Profile> {
  const body = new FormData();
  body.set('photo', photo);
  return informator.patch('user/photo', { body, timeout: PHOTO_TIMEOUT_MS }).json<Profile>();
}
