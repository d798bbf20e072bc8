import { atom, computed } from 'nanostores';
import type { Profile } from '../../../contract/informator.ts';
import type { AccountAnswer } from '../../../contract/mauth.ts';
import { hasDocuments } from '../docflow/rights.ts';
import { $account, $hint } from '../frame/session-store.ts';
import { hasRequests } from '../request-desk/rights.ts';

/** The account of the auth service and the profile of the info service as one person. */
export type CurrentUser = AccountAnswer & Profile;

/** The signed-in person's profile; null until it is loaded. */
export const $profile = atom<Profile | null>(null);

/** The signed-in person; null until both services have answered for the same account. What the info service knows goes first. */
export const $user = computed([$account, $profile], (account, profile): CurrentUser | null =>
  account && profile && account.email === profile.email ? { ...account, ...profile } : null,
);

// The header of every page shows the way to documents and requests by the hint, without asking for the profile.
$profile.listen((profile) => {
  const hint = $hint.get();
  if (!profile || hint?.email !== profile.email) return;
  const { hasDocuments: documents = false, hasRequests: requests = false, ...rest } = hint;
  const after = { documents: hasDocuments(profile.roles), requests: hasRequests(profile.roles) };
  if (after.documents === documents && after.requests === requests) return;
  $hint.set({
    ...rest,
    ...(after.documents && { hasDocuments: true }),
    ...(after.requests && { hasRequests: true }),
  });
});
