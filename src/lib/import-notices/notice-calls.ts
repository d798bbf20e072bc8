import type { ImportNotices } from '../../../contract/import-notices.ts';
import { bridge } from '../session/guarded.ts';

/** The calls of what of the import waits for attention. All throw what ky throws, or SessionEnded. */
export const noticeCalls = {
  seen: (runId: number): Promise<ImportNotices> =>
    bridge.post(`import/runs/${runId}/seen`).json<ImportNotices>(),
  list: (): Promise<ImportNotices> => bridge.get('import/notices').json<ImportNotices>(),
};
export type NoticeCalls = typeof noticeCalls;
