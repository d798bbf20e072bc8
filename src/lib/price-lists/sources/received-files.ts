// State of the list of price lists that sources (folder, address, mailbox) have brought by themselves, and the
// decisions of administrators about staged ones.
import { atom } from 'nanostores';
import type { Arrival } from '../../../../contract/price-lists/sources.ts';
import { type Failure, outcomeOf } from '../../platform/http-client.ts';
import { createCursorList } from '../../ui/cursor-list.ts';
import type { ReceivedFilesQuery, SourceCalls } from './sources-store.ts';

/** What came by itself, newest first. */
export function createReceivedFiles(calls: Pick<SourceCalls, 'arrivals'>, wish: ReceivedFilesQuery) {
  const list = createCursorList(
    {
      page: (asked: ReceivedFilesQuery, cursor, signal) => calls.arrivals(asked, cursor, signal),
      rowsOf: ({ arrivals }) => arrivals,
    },
    wish,
  );
  return {
    $list: list.$list,
    load: () => list.search(wish),
    /** Loads again; older pages are kept only while there are more than the first: other users may have decided about them. */
    refresh: () => list.renew((row, last) => list.$list.get().next !== null && row.id < last.id),
    more: list.more,
    leave: list.leave,
  };
}

/** What waits of a source and why, as one text: while it stays the same, nothing was decided and no check was renewed. */
export const stagedKey = (staged: readonly Arrival[], source: number): string =>
  staged
    .filter(({ sourceId }) => sourceId === source)
    .map(({ id, plan, reason }) => `${id} ${plan?.digest} ${reason}`)
    .join('\n');

export type StagedFileDecision = 'apply' | 'reject';

export interface DecisionOutcome {
  readonly arrival: Arrival;
  readonly failure: Failure | null;
}

interface Decisions {
  /** Ids of those whose decision is under way. */
  readonly settling: ReadonlySet<number>;
  /** Ids of those about which nothing is left to decide. */
  readonly gone: ReadonlySet<number>;
  /** The last decision that took a price list off the list. */
  readonly settled: DecisionOutcome | null;
}

/** Refusals after which nothing waits any more: it is settled, deleted with its source, or cannot be read. */
const GONE: ReadonlySet<Failure['kind']> = new Set(['in-use', 'missing', 'refused']);

/** The price lists that wait for a decision, and the decisions. */
export function createStagedFiles(calls: Pick<SourceCalls, 'arrivals' | StagedFileDecision>) {
  const arrivals = createReceivedFiles(calls, { state: 'held' });
  const $decisions = atom<Decisions>({ settling: new Set(), gone: new Set(), settled: null });
  const patch = (change: Partial<Decisions>) => $decisions.set({ ...$decisions.get(), ...change });

  return {
    ...arrivals,
    $decisions,
    /** Decides and loads the staged ones again; resolves to the failure if the file still waits. */
    async settle(arrival: Arrival, decision: StagedFileDecision): Promise<Failure | null> {
      const { id } = arrival;
      if ($decisions.get().settling.has(id)) return null;
      patch({ settling: new Set([...$decisions.get().settling, id]), settled: null });
      const { value, failure } = await outcomeOf(() => calls[decision](arrival));
      const settled: DecisionOutcome = { arrival: value ?? arrival, failure };
      const isGone =
        settled.failure === null || (settled.failure.code !== 'import differs' && GONE.has(settled.failure.kind));
      const { settling, gone } = $decisions.get();
      patch({
        settling: new Set([...settling].filter((other) => other !== id)),
        ...(isGone && { gone: new Set([...gone, id]), settled }),
      });
      await arrivals.refresh();
      return isGone ? null : settled.failure;
    },
  };
}
export type StagedFilesStore = ReturnType<typeof createStagedFiles>;
