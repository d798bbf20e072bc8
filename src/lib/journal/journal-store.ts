import type { AuditListAnswer } from '../../../contract/journal/journal.ts';
import { openMauth } from '../platform/http-client.ts';
import { guarded, session } from '../platform/session.ts';
import { createCursorList } from '../ui/cursor-list.ts';

/** The entries of one query, newest first. */
export const createJournal = (calls: Pick<JournalCalls, 'list'>) =>
  createCursorList({ page: calls.list, rowsOf: ({ entries }) => entries }, {} as JournalQuery);

const mauth = guarded(openMauth, session.tokens);

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

/** Filters of an address; what the journal does not know is left out. */
export const queryOf = (search: Readonly<Record<string, string>>): JournalQuery =>
  Object.fromEntries(NAMES.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])));

/** The query as it stands in an address and in a call: `?event=refused`; empty without filters. */
export function queryText(query: JournalQuery): string {
  const text = String(new URLSearchParams(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : []))));
  return text && `?${text}`;
}
