/** Writes entries of the journal and removes old ones. */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type AuditDetails, type AuditEvent, BY_ITSELF, type Doer, NOISE } from '../../../contract/journal/events.ts';
import { auditDetails, auditTitle } from '../../../contract/journal/words.ts';
import { AUDIT_NOISE_MAX, DAY_MS } from '../../../contract/limits.ts';
import { type CleanEntry, type CountedEntry, cleanEntry, logEntry } from '../../platform/audit-trail.ts';
import type { Database } from '../../platform/database/types.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import type { AccountsSchema, Source } from '../store/schema.ts';

/** An event of an account, recorded inside the transaction that caused it. */
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

/** Adds to the audit trail in the transaction, to the log once committed. No password, token or hash in `details`. */
export async function recordEvent(transaction: Source, happened: AccountEvent): Promise<void> {
  const { at, event, uid, sessionId, by = BY_ITSELF, details } = happened;
  const people = await peopleOf(transaction, [uid, by.actor?.uid]);
  const entry = cleanEntry({ event, by, target: people.get(uid)?.email, targetUid: uid, details });
  await transaction
    .insertInto('audit_events')
    .values({ ...rowOf(entry, people), at, session_id: sessionId ?? null, fold: null, last_at: null })
    .execute();
  logAfterCommit(transaction, entry);
}

const ROWS_AT_ONCE = 100;

/** Adds what a trail has gathered; a heap whose row is there already is counted in it. */
export async function recordCountedEntries(transaction: Source, heaps: readonly CountedEntry[]): Promise<void> {
  for (let from = 0; from < heaps.length; from += ROWS_AT_ONCE) {
    const some = heaps.slice(from, from + ROWS_AT_ONCE);
    const people = await peopleOf(
      transaction,
      some.flatMap(({ entry }) => [entry.targetUid, entry.by.actor?.uid]),
    );
    const rows = some.map(({ entry, at, lastAt, count, key }) => ({
      ...rowOf(entry, people),
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
        conflict
          .column('fold')
          .doUpdateSet((eb) => ({
            count: eb('audit_events.count', '+', eb.ref('excluded.count')),
            last_at: eb.fn.coalesce('excluded.last_at', 'excluded.at'),
          })),
      )
      .execute();
  }
}

type People = ReadonlyMap<string, { readonly email: string; readonly name: string | null }>;

/** Who the accounts are at the moment of the entry, by uid. */
async function peopleOf(source: Source, uids: readonly (string | null | undefined)[]): Promise<People> {
  const known = [...new Set(uids.filter((uid) => typeof uid === 'string'))];
  if (known.length === 0) return new Map();
  const rows = await source.selectFrom('users').select(['uid', 'email', 'name']).where('uid', 'in', known).execute();
  return new Map(rows.map(({ uid, email, name }) => [uid, { email, name }]));
}

function rowOf({ event, by, target, targetUid, details }: CleanEntry, people: People) {
  const { actor, address, agent } = by;
  const nameOf = (uid: string | null | undefined) => people.get(uid ?? '')?.name ?? '';
  // People look for the words they read and for names, scripts for words of the API.
  const said = [auditTitle(event, details), auditDetails(details), nameOf(targetUid), nameOf(actor?.uid)];
  const words = [...said, event, ...Object.values(details)].join(' ');
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

const pendingLogEntries = new WeakMap<Source, CleanEntry[]>();

function logAfterCommit(transaction: Source, entry: CleanEntry): void {
  pendingLogEntries.get(transaction)?.push(entry);
}

/** The same database, which logs the audit events of each transaction that was committed. */
export const withAuditLog = (database: Database<AccountsSchema>, log: FastifyBaseLogger): Database<AccountsSchema> => ({
  ...database,
  write: async (work) => {
    let entries: CleanEntry[] = [];
    const result = await database.write((transaction) => {
      entries = [];
      pendingLogEntries.set(transaction, entries);
      return work(transaction);
    });
    for (const entry of entries) logEntry(log, entry);
    return result;
  },
});

/** Rows of one transaction, so that other writers wait briefly. */
const SWEPT_AT_ONCE = 1_000;

/** Removes entries older than so many days (0: none), and the oldest noise beyond `noiseMax`; resolves to how many. */
export async function sweepAudit(
  database: Database<AccountsSchema>,
  { now, days, noiseMax = AUDIT_NOISE_MAX }: { now: number; days: number; noiseMax?: number },
): Promise<number> {
  const old =
    days === 0
      ? 0
      : await removeAll(database, (source) =>
          idsOf(source)
            .where('at', '<', now - days * DAY_MS)
            .orderBy('at'),
        );
  const newestOver = await noise(database.read).orderBy('id', 'desc').offset(noiseMax).limit(1).executeTakeFirst();
  if (!newestOver) return old;
  return old + (await removeAll(database, (source) => noise(source).where('id', '<=', newestOver.id).orderBy('id')));
}

const idsOf = (source: Source) => source.selectFrom('audit_events').select('id');
const noise = (source: Source) => idsOf(source).where('event', 'in', [...NOISE]);

async function removeAll(
  database: Database<AccountsSchema>,
  doomed: (source: Source) => ReturnType<typeof idsOf>,
): Promise<number> {
  for (let removed = 0; ; ) {
    // Looked for outside of the writer: it is asked only when there is something to remove.
    const rows = await doomed(database.read).limit(SWEPT_AT_ONCE).execute();
    if (rows.length === 0) return removed;
    const ids = rows.map(({ id }) => id);
    await database.write((transaction) => transaction.deleteFrom('audit_events').where('id', 'in', ids).execute());
    removed += ids.length;
  }
}
