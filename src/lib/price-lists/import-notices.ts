// What of the imports waits for an administrator, for the counts in the menu: staged price lists (waiting for a
// decision), silent sources, ended imports; with calls and texts.
import type { ImportNotices } from '../../../contract/catalogue/runs.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { bridge } from '../platform/session.ts';
import { createNotices, type NoticeCalls } from './notices-store.ts';

/** How many things wait behind each link of the menu. */
export const countsOf = ({ held, quiet, ended }: ImportNotices): Readonly<Record<'imports' | 'sources', number>> => ({
  imports: ended.length,
  sources: held + quiet,
});

const noticeCalls: NoticeCalls = {
  seen: (runId: number) => bridge.post(`import/runs/${runId}/seen`).json<ImportNotices>(),
  list: () => bridge.get('import/notices').json<ImportNotices>(),
};

/** The one store of this tab: the menu shows it, and pages renew it that change what it counts. */
export const importNotices = createNotices(noticeCalls);

export const notices = typographed({
  waiting: (count: number) => ` (ждут внимания: ${formatNumber(count)})`,
  ended: 'Закончились загрузки, о которых вы просили сообщить:',
  endedOf: (fileName: string) => fileName || 'без имени',
} as const);
