import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../lib/http/failure.ts';
import { goneOwners, loadOwners, type Owners, withKnownIds } from '../../lib/price-lists/owners.ts';
import { referenceCalls } from '../../lib/price-lists/price-list-calls.ts';
import type { UploadSettings } from '../../lib/price-lists/upload-settings.ts';
import { upload as texts } from '../../lib/price-lists/upload-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { check, upload } from './stores.ts';
import type { UpdateSettings } from './use-presets.ts';

const LOST: readonly string[] = ['brand not found', 'provider not found'];

/**
 * Whose lists there can be, null until that is known. Asked for anew where the service does not know what was chosen:
 * the choice goes from the settings, and `gone` says what was deleted meanwhile, in words.
 */
export function useOwners(settings: UploadSettings, update: UpdateSettings) {
  const [owners, setOwners] = useState<Owners | null>(null);
  const [gone, setGone] = useState('');
  const uploading = useStore(upload.$upload);
  const checked = useStore(check.$check);
  const failure =
    uploading.phase === 'error' ? uploading.failure : checked.phase === 'failed' ? checked.failure : null;
  const lost = failure && LOST.includes(failure.code) ? failure : null;
  const known = useRef({ owners, settings, update });
  known.current = { owners, settings, update };

  useEffect(() => {
    const before = known.current;
    if (lost === null && before.owners !== null) return setGone('');
    loadOwners(referenceCalls).then(
      (loaded) => {
        if (before.owners) setGone(texts.gone(goneOwners(before.owners, loaded, before.settings)));
        setOwners(loaded);
        before.update((typed) => withKnownIds(typed, loaded));
      },
      (error: unknown) => leaveToAuth(failureOf(error)),
    );
  }, [lost]);

  return { owners, gone };
}
