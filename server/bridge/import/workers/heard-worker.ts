import { randomUUID } from 'node:crypto';
import type { Worker } from './worker.ts';

/** So many looks without a beat, and the process is gone. */
const SILENT_LOOKS = 5;

/**
 * Lives by the beats that it writes into the rows of its runs. They are counted, not dated, and only looks that succeed
 * count: so neither clocks of several machines nor a database that was away make anybody seem dead.
 */
export function heardWorker(): Worker {
  const own = randomUUID();
  let heard = new Map<number, { readonly beat: number; readonly silent: number }>();
  return {
    id: own,
    begin: () => {},
    goneAmong: (runs) => {
      heard = new Map(
        runs.map(({ id, beat }) => {
          const before = heard.get(id);
          return [id, { beat, silent: before?.beat === beat ? before.silent + 1 : 0 }];
        }),
      );
      return runs.filter(({ id }) => (heard.get(id)?.silent ?? 0) >= SILENT_LOOKS);
    },
    hasToBeat: true,
    close: () => {},
  };
}
