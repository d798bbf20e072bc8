// State of the user's own profile in the cabinet (the pages of a user's own account): name and photo. A change shows
// only after the server agreed.
import { atom } from 'nanostores';
import type { Profile } from '../../../contract/people/profiles.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { type PhotoState, sendPhoto } from '../ui/photo-upload.ts';
import { $profile } from './own-profile.ts';

interface CabinetCalls {
  /** One's profile, created where there is none. */
  profile(): Promise<Profile>;
  rename(name: string): Promise<Profile>;
  replacePhoto(photo: File): Promise<Profile>;
}

export function createCabinet(calls: CabinetCalls) {
  const $photo = atom<PhotoState>({ phase: 'idle' });

  const take = (call: () => Promise<Profile>): Promise<Failure | null> =>
    attempt(async () => $profile.set(await call()));

  return {
    $photo,
    load: () => take(calls.profile),
    /** Changes the name; the answer says what failed. */
    rename: (name: string) => take(() => calls.rename(name)),
    replacePhoto: (photo: File) => sendPhoto($photo, photo, async () => $profile.set(await calls.replacePhoto(photo))),
  };
}
