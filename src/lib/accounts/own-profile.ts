// The profile of the signed-in user (name, photo, roles) as every page of the portal knows it: loaded, made where there
// is none, changed.
import { atom, computed } from 'nanostores';
import type { AccountAnswer } from '../../../contract/accounts/accounts.ts';
import { PROFILE_FORM } from '../../../contract/people/forms.ts';
import type { Profile } from '../../../contract/people/profiles.ts';
import { hasDocuments, hasRequests } from '../access/role-rights.ts';
import { callOr, checked } from '../platform/http-client.ts';
import { informator, session } from '../platform/session.ts';
import { $account, $hint } from '../platform/session-store.ts';

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

/** The account of the auth service and the profile of the info service as one person. */
export type CurrentUser = AccountAnswer & Profile;

export const $profile = atom<Profile | null>(null);

/** The signed-in person; null until both services have answered for the same account. What the info service knows goes first. */
export const $user = computed([$account, $profile], (account, profile): CurrentUser | null =>
  account && profile && account.email === profile.email ? { ...account, ...profile } : null,
);

// The header of every page shows the links to documents and requests by the hint, without asking for the profile.
$profile.listen((profile) => {
  const hint = $hint.get();
  if (!profile || hint?.email !== profile.email) return;
  const { hasDocuments: documents = false, hasRequests: requests = false, ...rest } = hint;
  const after = { documents: hasDocuments(profile.roles), requests: hasRequests(profile.roles) };
  if (after.documents === documents && after.requests === requests) return;
  $hint.set({ ...rest, ...(after.documents && { hasDocuments: true }), ...(after.requests && { hasRequests: true }) });
});

/** A photo may go over a slow line, ms. */
const PHOTO_TIMEOUT_MS = 300_000;

/** One's own profile. Throws what ky throws (404 where there is none yet), or SessionEnded. */
const askProfile = () => informator.get('user/').json<Profile>();

const createProfile = (name: string) => informator.post('user/', { json: { name } }).json<Profile>();

/** One's own profile, created under this name where there is none yet. */
export async function ensureProfile(name: () => Promise<string | null>): Promise<Profile> {
  return callOr(askProfile, async ({ kind }) => {
    if (kind !== 'missing') return undefined;
    const own = (await name()) ?? '';
    // Another tab may have been first: then its profile is as good.
    return callOr(
      () => createProfile(own),
      (refused) => (refused.kind === 'refused' ? askProfile() : undefined),
    );
  });
}

/** Changes one's own name; rejects with what ky throws, SessionEnded, or Unsendable. */
export const renameProfile = async (name: string) =>
  informator.patch('user', { json: checked(PROFILE_FORM, { name }) }).json<Profile>();

export function replaceProfilePhoto(photo: File): Promise<Profile> {
  const body = new FormData();
  body.set('photo', photo);
  return informator.patch('user/photo', { body, timeout: PHOTO_TIMEOUT_MS }).json<Profile>();
}
