import type { AuditListAnswer } from '../../../contract/journal/journal.ts';
import { addressFilters } from '../platform/paths.ts';
import { mauth } from '../platform/session.ts';
import { createCursorList } from '../ui/cursor-list.ts';

/** The entries of one query, newest first. */
export const createJournal = (calls: Pick<JournalCalls, 'list'>) =>
  createCursorList({ page: calls.list, rowsOf: ({ entries }) => entries }, {} as JournalQuery);

/** The calls of the journal. All throw what ky throws, or SessionEnded. */
export const journalCalls = {
  /** One page; `last` is `next` of the page before, null for the first. */
  list(query: JournalQuery, last: string | null, signal?: AbortSignal): Promise<AuditListAnswer> {
    const searchParams = { ...query, ...(last && { last }) };
    return mauth.get('admin/audit/', { searchParams, signal }).json<AuditListAnswer>();
  },
  /** The journal as an .xlsx; a long one may take a while, so nothing times it out. */
  file: (query: JournalQuery): Promise<Blob> =>
    mauth.get(`admin/audit/export${queryText(query)}`, { timeout: false }).blob(),
};
type JournalCalls = typeof journalCalls;

/** Filters of the journal, in the order they stand in an address. */
const NAMES = ['event', 'from', 'to', 'search'] as const;

/** What the journal is narrowed by: the filters that are set. Days are YYYY-MM-DD. */
export type JournalQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export const { queryOf, queryText } = addressFilters(NAMES);
