import { atom, computed } from 'nanostores';
import type { Editor } from '../../../contract/versions.ts';
import { $profile } from '../accounts/user-store.ts';
import type { Viewer } from './acts.ts';

/** People whom the signed-in person substitutes today. */
const $represents = atom<readonly Editor[]>([]);

/** The signed-in person as he looks at documents; null until the profile is loaded. */
export const $viewer = computed(
  [$profile, $represents],
  (profile, represents): Viewer | null =>
    profile && {
      uid: profile.uid,
      roles: profile.roles,
      represents: new Set(represents.map(({ uid }) => uid)),
    },
);

interface ViewerCalls {
  profile(): Promise<unknown>;
  substitute(): Promise<{ readonly represents?: readonly Editor[] }>;
}

/** Loads who looks. Without the profile it throws; whom he substitutes is left out when it cannot be had. */
export async function loadViewer({ profile, substitute }: ViewerCalls): Promise<void> {
  const represented = substitute().then(
    ({ represents = [] }) => represents,
    () => [],
  );
  await profile();
  $represents.set(await represented);
}
