// The store behind the counts of the menu: what of the imports waits for an administrator.
import { atom } from 'nanostores';
import type { ImportNotices } from '../../../contract/catalogue/runs.ts';

/** All throw what ky throws, or SessionEnded. */
export interface NoticeCalls {
  list(): Promise<ImportNotices>;
  /** Resolves to what is left. */
  seen(runId: number): Promise<ImportNotices>;
}

/** What of the import waits for attention; what is known stays while it cannot be asked anew. */
export function createNotices(calls: NoticeCalls) {
  const $notices = atom<ImportNotices>({ held: 0, quiet: 0, ended: [] });

  async function take(ask: () => Promise<ImportNotices>): Promise<void> {
    try {
      $notices.set(await ask());
    } catch {}
  }

  return {
    $notices,
    load: () => take(calls.list),
    /** Removes the notice of an ended run that the user has seen. */
    see: (runId: number) => take(() => calls.seen(runId)),
  };
}
