import { atom } from 'nanostores';
import type { AuditEntryAnswer } from '../../../contract/audit-api.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { JournalCalls } from './journal-calls.ts';
import type { JournalQuery } from './query.ts';

interface JournalState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Newest first. */
  readonly entries: readonly AuditEntryAnswer[];
  /** Where the following page begins; null at the end. */
  readonly next: string | null;
  /** How long entries are kept, days; 0: for ever. */
  readonly keptDays: number;
  readonly searching: boolean;
  readonly loadingMore: boolean;
  readonly failure: Failure | null;
}

/** The entries of one query, page after page. */
export function createJournal(calls: Pick<JournalCalls, 'list'>) {
  const $journal = atom<JournalState>({
    phase: 'loading',
    entries: [],
    next: null,
    keptDays: 0,
    searching: false,
    loadingMore: false,
    failure: null,
  });
  const latest = createLatest();
  let query: JournalQuery = {};
  const patch = (change: Partial<JournalState>) => $journal.set({ ...$journal.get(), ...change });

  return {
    $journal,
    /** Asks for the newest entries of a query; those of the last one stay in sight meanwhile. */
    async search(asked: JournalQuery): Promise<void> {
      query = asked;
      patch({ searching: true, loadingMore: false, failure: null });
      try {
        const answer = await latest.run((signal) => calls.list(query, null, signal));
        if (answer) patch({ phase: 'ready', ...answer.value, searching: false });
      } catch (error) {
        patch({ phase: 'failed', searching: false, failure: failureOf(error) });
      }
    },
    /** Appends the following page. */
    async more(): Promise<void> {
      const { entries, next, loadingMore, searching } = $journal.get();
      if (!next || loadingMore || searching) return;
      patch({ loadingMore: true, failure: null });
      try {
        const answer = await latest.run((signal) => calls.list(query, next, signal));
        if (!answer) return;
        patch({ ...answer.value, entries: [...entries, ...answer.value.entries], loadingMore: false });
      } catch (error) {
        patch({ loadingMore: false, failure: failureOf(error) });
      }
    },
  };
}
