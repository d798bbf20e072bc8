import { atom, computed } from 'nanostores';
import type { Editor } from '../../../contract/versions.ts';
import { $profile } from '../accounts/user-store.ts';
import type { Viewer } from './acts.ts';

/** People whom the signed-in person substitutes today. */
const $represents = atom<readonly Editor[]>([]);

/** The signed-in person as a viewer of documents; null until the profile is loaded. */
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

/** Loads the viewer. Throws without the profile; leaves out whom the viewer substitutes when that cannot be read. */
export async function loadViewer({ profile, substitute }: ViewerCalls): Promise<void> {
  const represented = substitute().then(
    ({ represents = [] }) => represents,
    () => [],
  );
  await profile();
  $represents.set(await represented);
}
