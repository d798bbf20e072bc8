import { computed } from 'nanostores';
import { $profile } from '../accounts/user-store.ts';
import type { Viewer } from './acts.ts';

/** The signed-in person as a viewer of documents; null until the profile is loaded. */
export const $viewer = computed(
  $profile,
  (profile): Viewer | null => profile && { uid: profile.uid, roles: profile.roles },
);
