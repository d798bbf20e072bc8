import type { AuditListAnswer } from '../../../contract/audit-api.ts';
import { openMauth } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { type JournalQuery, queryText } from './query.ts';

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
export type JournalCalls = typeof journalCalls;
