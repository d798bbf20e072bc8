// What of the imports waits for an administrator, for the counts in the menu: staged price lists (waiting for a
// decision), silent sources, ended imports; with calls and texts.
import { atom } from 'nanostores';
import type { ImportNotices } from '../../../contract/catalogue/runs.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { bridge } from '../platform/session.ts';

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

/** How many things wait behind each link of the menu. */
export const countsOf = ({ held, quiet, ended }: ImportNotices): Readonly<Record<'imports' | 'sources', number>> => ({
  imports: ended.length,
  sources: held + quiet,
});

/** The calls of what of the import waits for attention. All throw what ky throws, or SessionEnded. */
const noticeCalls = {
  seen: (runId: number) => bridge.post(`import/runs/${runId}/seen`).json<ImportNotices>(),
  list: () => bridge.get('import/notices').json<ImportNotices>(),
};
type NoticeCalls = typeof noticeCalls;

/** The one store of this tab: the menu shows it, and pages renew it that change what it counts. */
export const importNotices = createNotices(noticeCalls);

export const notices = typographed({
  waiting: (count: number) => ` (ждут внимания: ${formatNumber(count)})`,
  ended: 'Закончились загрузки, о которых вы просили сообщить:',
  endedOf: (fileName: string) => fileName || 'без имени',
} as const);
