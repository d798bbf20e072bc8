import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useEffect } from 'react';
import { $profile, loadProfile } from '../../lib/accounts/own-profile.ts';
import type { Viewer } from '../../lib/documents/permissions.ts';
import { attempt, leaveToAuth } from '../../lib/platform/http-client.ts';

/** Asks again who looks: rights may have changed. Throws what ky throws, or SessionEnded. */
export async function refreshViewer(): Promise<void> {
  await loadProfile();
}

/** Who looks; null until it is known. What was known last is used while it is asked for again. */
export function useViewer(): Viewer | null {
  useEffect(() => {
    void attempt(refreshViewer).then((failure) => {
      if (failure && !$viewer.get()) leaveToAuth(failure);
    });
  }, []);
  return useStore($viewer);
}

/** The signed-in person as a viewer of documents; null until the profile is loaded. */
const $viewer = computed($profile, (profile): Viewer | null => profile && { uid: profile.uid, roles: profile.roles });
