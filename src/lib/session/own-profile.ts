import type { Profile } from '../../../contract/informator.ts';
import { ensureProfile } from '../accounts/profile-calls.ts';
import { $profile } from '../accounts/user-store.ts';
import { $account } from '../frame/session-store.ts';
import { session } from './session.ts';

/** Loads the signed-in person's profile for the pages, making one where there is none. Throws what ky throws, or SessionEnded. */
export async function loadProfile(): Promise<Profile> {
  const profile = await ensureProfile(accountName);
  $profile.set(profile);
  return profile;
}

/** The page may be faster than the start of its session. */
async function accountName(): Promise<string | null> {
  if (!$account.get()) await session.restore();
  return $account.get()?.name ?? null;
}
