import { atom } from 'nanostores';
import type { ImportNotices } from '../../../contract/import-notices.ts';
import type { NoticeCalls } from './notice-calls.ts';

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
    /** The person has looked at an ended run: it is not told any more. */
    see: (runId: number) => take(() => calls.seen(runId)),
  };
}

/** How many things wait behind each link of the menu. */
export const countsOf = ({
  held,
  quiet,
  ended,
}: ImportNotices): Readonly<Record<'imports' | 'sources', number>> => ({
  imports: ended.length,
  sources: held + quiet,
});
