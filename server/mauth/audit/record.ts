import { createHash } from 'node:crypto';
import { type AuditDetails, type AuditEvent, BY_ITSELF, type Doer } from '../../../contract/audit.ts';
import { auditDetails, auditTitle } from '../../../contract/audit-words.ts';
import { type PlainEntry, plainEntry } from '../../audit/plain.ts';
import type { Heap } from '../../audit/trail.ts';
import { foldSearch } from '../../text/fold-search.ts';
import type { Source } from '../user-store.ts';
import { toldAfterCommit } from './after-commit.ts';

/** Something that happened to an account, told inside the transaction that made it happen. */
interface AccountEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: AuditEvent;
  /** The account it was done to. */
  readonly uid: string;
  readonly sessionId?: number;
  /** Who did it; by default the server itself. */
  readonly by?: Doer;
  readonly details?: AuditDetails;
}

/**
 * Adds to the audit trail in the transaction of the change, and to the log once that is committed. No password, token
 * or hash ever goes into `details`.
 */
export async function recordEvent(transaction: Source, happened: AccountEvent): Promise<void> {
  const { at, event, uid, sessionId, by = BY_ITSELF, details } = happened;
  const target = await emailOf(transaction, uid);
  const entry = plainEntry({ event, by, target, targetUid: uid, details });
  await transaction
    .insertInto('audit_events')
    .values({ ...rowOf(entry), at, session_id: sessionId ?? null, fold: null, last_at: null })
    .execute();
  toldAfterCommit(transaction, entry);
}

/** Rows of one statement. */
const ROWS_AT_ONCE = 100;

/** Adds what a trail has gathered; a heap whose row is there already is counted in it. */
export async function recordHeaps(transaction: Source, heaps: readonly Heap[]): Promise<void> {
  for (let from = 0; from < heaps.length; from += ROWS_AT_ONCE) {
    const rows = heaps.slice(from, from + ROWS_AT_ONCE).map(({ entry, at, lastAt, count, key }) => ({
      ...rowOf(entry),
      at,
      session_id: null,
      count,
      last_at: count > 1 ? lastAt : null,
      fold: key === null ? null : createHash('sha256').update(key).digest('base64url'),
    }));
    await transaction
      .insertInto('audit_events')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('fold').doUpdateSet((eb) => ({
          count: eb('audit_events.count', '+', eb.ref('excluded.count')),
          last_at: eb.fn.coalesce('excluded.last_at', 'excluded.at'),
        })),
      )
      .execute();
  }
}

const emailOf = async (source: Source, uid: string): Promise<string | undefined> =>
  (await source.selectFrom('users').select('email').where('uid', '=', uid).executeTakeFirst())?.email;

function rowOf({ event, by, target, targetUid, details }: PlainEntry) {
  const { actor, address, agent } = by;
  // People look for the words they read, scripts for those of the API.
  const words = [auditTitle(event), auditDetails(details), event, ...Object.values(details)].join(' ');
  return {
    event,
    uid: targetUid ?? null,
    actor_uid: actor?.uid ?? null,
    actor: actor?.email ?? null,
    target: target ?? null,
    client: address || null,
    agent: agent || null,
    details: Object.keys(details).length > 0 ? JSON.stringify(details) : null,
    search_text: foldSearch(`${actor?.email ?? ''} ${target ?? ''} ${address} ${words} ${agent}`),
  };
}
