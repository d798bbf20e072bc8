import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Viewer } from '../../lib/docflow/acts.ts';
import { $viewer } from '../../lib/docflow/viewer-store.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { loadProfile } from '../../lib/session/own-profile.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';

/** Asks again who looks: rights may have changed. Throws what ky throws, or SessionEnded. */
export async function refreshViewer(): Promise<void> {
  await loadProfile();
}

/** Who looks; null until it is known. What was known last is used while it is asked for again. */
export function useViewer(): Viewer | null {
  useEffect(() => {
    refreshViewer().catch((error: unknown) => {
      if (!$viewer.get()) leaveToAuth(failureOf(error));
    });
  }, []);
  return useStore($viewer);
}
