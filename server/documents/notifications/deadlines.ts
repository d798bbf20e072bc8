// Notifications that the clock causes: deadlines of steps and their escalation, and the daily mail about pending
// decisions.
import { sql } from 'kysely';
import type { AccountStates } from '../../../contract/accounts/accounts.ts';
import type { Editor } from '../../../contract/answers.ts';
import { DAY_MS, DIGEST_DOCUMENTS_SHOWN } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import { dayOf } from '../../platform/text/day.ts';
import type { AlarmKind } from '../../portal-database/document-tables.ts';
import {
  type PortalChange,
  type PortalSchema,
  type PortalSource,
  ROLES_OF_BOTH,
} from '../../portal-database/schema.ts';
import { type NotificationKind, notificationOfAlarm } from '../changes/notification-rules.ts';
import { enqueueNotification, recordChange } from '../changes/record-change.ts';
import { lockDocument } from '../document/access.ts';
import {
  CLOCK,
  type DocumentsContext,
  type StoredDocument,
  selectEditors,
  signatoriesAskedIn,
} from '../document/document.ts';
import { alarmsOf, type Signatory, type StoredStep } from '../document/signatory-rules.ts';
import { countAskedInstead, mayDecideForSignatory, OWN_ROLE } from '../document/who-may-decide.ts';
import { selectWantingMails } from './addressees.ts';
import type { DigestDocument, Pending } from './mail-texts.ts';

/** Notifies of steps near or past their end and escalates, each once for all servers; resolves to whether it did. */
export async function recordDeadlines(context: Pick<DocumentsContext, 'database' | 'clock' | 'timeZone' | 'accounts'>) {
  const { database, clock, accounts } = context;
  const now = clock();
  const disabled = await accounts.disabledAmong(await selectAskedByRoutes(database.read));
  let any = false;
  for (const id of await selectCandidates(database.read, now, [...disabled])) {
    const news = await database.write(async (transaction) => {
      const document = await lockDocument(database, transaction, id);
      return document ? notifyOf(transaction, document, { ...context, now, disabled }) : false;
    });
    any ||= news;
  }
  return any;
}

async function selectAskedByRoutes(read: PortalSource): Promise<string[]> {
  const rows = await read
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .select('users.uid')
    .distinct()
    .where('is_asked', '=', 1)
    .where('step', 'is not', null)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Documents whose current step may have an alarm that was not recorded yet. */
async function selectCandidates(read: PortalSource, now: number, disabled: readonly string[]): Promise<number[]> {
  const rows = await read
    .selectFrom('document_entries as entry')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .select('entry.document_id as id')
    .distinct()
    .where('entry.is_asked', '=', 1)
    .where('entry.step', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('entry.due_at', '<', now + DAY_MS), ...(disabled.length > 0 ? [eb('users.uid', 'in', disabled)] : [])]),
    )
    // The escalation is the last alarm of a round.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_alarms as alarm')
            .select('alarm.kind')
            .whereRef('alarm.document_id', '=', 'entry.document_id')
            .whereRef('alarm.step', '=', 'entry.step')
            .whereRef('alarm.asked_at', '=', 'entry.asked_at')
            .where('alarm.kind', '=', 'escalated'),
        ),
      ),
    )
    .orderBy('entry.document_id')
    .execute();
  return rows.map(({ id }) => id);
}

interface Moment extends Pick<DocumentsContext, 'timeZone'> {
  readonly now: number;
  readonly disabled: ReadonlySet<string>;
}

/** Records the due alarms of a document with their notifications; whether there were any. */
async function notifyOf(transaction: PortalChange, document: StoredDocument, moment: Moment): Promise<boolean> {
  const { now, timeZone, disabled } = moment;
  const asked = signatoriesAskedIn(document).filter(({ step }) => step !== null);
  const [first] = asked;
  const step = document.route?.steps[(first?.step ?? 0) - 1];
  if (!first || first.askedAt === null || first.step === null || !step) return false;
  const isDisabled = ({ uid }: Signatory) => disabled.has(uid);
  const isUnable = step.mode === 'any' ? asked.every(isDisabled) : asked.some(isDisabled);
  const round = { document_id: document.id, step: first.step, asked_at: first.askedAt };
  const due = alarmsOf({ step, askedAt: first.askedAt, dueAt: first.dueAt, isUnable }, now, timeZone);
  const fresh: AlarmKind[] = [];
  for (const kind of due) {
    const marked = await transaction
      .insertInto('document_alarms')
      .values({ ...round, kind, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst();
    if (marked) fresh.push(kind);
  }
  if (fresh.length === 0) return false;
  const next = fresh.includes('escalated') ? await escalate(transaction, round, step) : [];
  const news = await newsOf(transaction, document, { asked, fresh, next: next.map(({ uid }) => uid), step });
  const notification = notificationOfAlarm(document, news);
  if (notification) await enqueueNotification(transaction, notification, null);
  if (next.length > 0) {
    const change = { event: 'escalated', by: CLOCK, insteadOf: null, at: now } as const;
    await recordChange(transaction, { ...change, before: document, after: document, sentTo: next });
  }
  return true;
}

async function escalate(
  transaction: PortalChange,
  round: { readonly document_id: number; readonly step: number; readonly asked_at: number },
  { next }: StoredStep,
): Promise<Editor[]> {
  const users = next?.users ?? [];
  if (users.length === 0) return [];
  await transaction
    .insertInto('document_escalations')
    .values(users.map((user_id) => ({ ...round, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return [...(await selectEditors(transaction, users)).values()];
}

interface DeadlineNotice {
  readonly asked: readonly Signatory[];
  readonly fresh: readonly AlarmKind[];
  /** The next in charge, by uid. */
  readonly next: readonly string[];
  readonly step: StoredStep;
}

/** Whom to notify of what: with no next in charge, the owner of the template too beside the author. */
async function newsOf(
  transaction: PortalChange,
  { author, route }: StoredDocument,
  { asked, fresh, next, step }: DeadlineNotice,
): Promise<Record<string, NotificationKind>> {
  const people: Record<string, NotificationKind> = {};
  for (const uid of next) people[uid] = 'escalated';
  const isLate = fresh.includes('overdue');
  if (isLate || fresh.includes('soon')) for (const { uid } of asked) people[uid] ??= isLate ? 'overdue' : 'due soon';
  if (isLate || fresh.includes('unable')) {
    const owner = await selectEditors(transaction, step.next === null && route?.owner ? [route.owner] : []);
    for (const { uid } of [author, ...owner.values()]) people[uid] ??= 'stuck';
  }
  return people;
}

interface DigestReader extends Pending {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
}

/** Mails all enabled users with pending decisions once a day, from eight o'clock on, by one server; whether it did. */
export async function enqueueDigest(
  database: Database<PortalSchema>,
  { now, timeZone, accounts }: { now: number; timeZone: string; accounts: AccountStates },
  put: (transaction: PortalChange, reader: DigestReader, day: string) => Promise<void>,
): Promise<boolean> {
  const day = digestDay(now, timeZone);
  if (day === null || (await isOut(database.read, day))) return false;
  // Called between two transactions: the answer may come from another process.
  const asked = await database.write((transaction) => involved(transaction, day));
  const disabled = await accounts.disabledAmong(asked);
  return database.write(async (transaction) => {
    const marked = await transaction
      .insertInto('document_digests')
      .values({ day, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!marked) return false;
    for (const reader of await readers(transaction, day, disabled)) await put(transaction, reader, day);
    return true;
  });
}

const isOut = async (read: PortalSource, day: string): Promise<boolean> =>
  (await read.selectFrom('document_digests').select('day').where('day', '=', day).executeTakeFirst()) !== undefined;

async function involved(transaction: PortalChange, day: string): Promise<string[]> {
  const rows = await ownDecisions(transaction);
  const instead = await countAskedInstead(transaction, day);
  return [...new Set([...rows, ...instead].map(({ uid }) => uid).concat(instead.map(({ acting }) => acting)))];
}

/** What waits for signatories who may still decide it. */
const ownDecisions = (transaction: PortalChange) =>
  transaction
    .selectFrom('document_entries as entry')
    .innerJoin('users as listed', 'listed.id', 'entry.user_id')
    .select(({ fn }) => ['listed.uid', 'kind', fn.countAll<number>().as('count')])
    .where('is_asked', '=', 1)
    .where(mayDecideForSignatory(OWN_ROLE))
    .groupBy(['listed.id', 'listed.uid', 'kind'])
    .orderBy('listed.id')
    .execute();

/** The documents that wait for each reader, as a digest names them: what waits longest first, the first few. */
async function selectNamed(transaction: PortalChange, day: string, disabled: ReadonlySet<string>) {
  const own = sql`SELECT listed.uid AS reader, '' AS instead_of, entry.document_id, entry.asked_at, entry.due_at
    FROM document_entries AS entry JOIN users AS listed ON listed.id = entry.user_id
    WHERE entry.is_asked = 1 AND ${mayDecideForSignatory(OWN_ROLE)}`;
  const isGone = sql`absent.uid IN (${sql.join(['', ...disabled])})`;
  const instead = sql`SELECT acting.uid AS reader, coalesce(absent.name, absent.email) AS instead_of,
      entry.document_id, entry.asked_at, entry.due_at
    FROM substitutes JOIN users AS absent ON absent.id = substitutes.user_id
      JOIN users AS acting ON acting.id = substitutes.substitute_id
      JOIN document_entries AS entry ON entry.user_id = absent.id
    WHERE from_day <= ${day} AND to_day >= ${day} AND entry.is_asked = 1 AND NOT ${isGone}
      AND ${mayDecideForSignatory(ROLES_OF_BOTH)}`;
  const { rows } = await sql<NamedRow>`SELECT reader, instead_of, since, due, num, title, documents.id AS id, created_at
    FROM (
      SELECT reader, instead_of, document_id, since, due,
        row_number() OVER (PARTITION BY reader ORDER BY since, document_id) AS place
      FROM (
        SELECT reader, min(instead_of) AS instead_of, document_id, min(coalesce(asked_at, 0)) AS since,
          min(due_at) AS due
        FROM (${own} UNION ALL ${instead}) AS asked GROUP BY reader, document_id
      ) AS grouped
    ) AS ranked JOIN documents ON documents.id = ranked.document_id
    WHERE place <= ${DIGEST_DOCUMENTS_SHOWN + 1} ORDER BY reader, place`.execute(transaction);
  return new Map([...Map.groupBy(rows, ({ reader }) => reader)].map(([reader, all]) => [reader, all.map(inDigest)]));
}

const inDigest = ({ instead_of, id, num, title, since, due, created_at }: NamedRow): DigestDocument => ({
  ...{ id: Number(id), num: Number(num), title, createdAt: Number(created_at), insteadOf: instead_of },
  since: Number(since) || null,
  dueAt: due === null ? null : Number(due),
});

interface NamedRow {
  readonly reader: string;
  /** How the absent signatory is called; empty: the reader is the signatory. */
  readonly instead_of: string;
  readonly id: number;
  readonly num: number;
  readonly title: string;
  readonly created_at: number;
  readonly since: number;
  readonly due: number | null;
}

/** The readers of the digest: no disabled users, and no substitutes for the sake of disabled ones. */
async function readers(transaction: PortalChange, day: string, disabled: ReadonlySet<string>): Promise<DigestReader[]> {
  const rows = await ownDecisions(transaction);
  const named = await selectNamed(transaction, day, disabled);
  const pending = new Map<string, Omit<Pending, 'documents'>>();
  const add = (uid: string, kind: string, count: number, isInstead: boolean) => {
    const known = pending.get(uid) ?? { toSign: 0, toAcknowledge: 0, insteadOf: 0 };
    pending.set(uid, {
      toSign: known.toSign + (kind === 'acceptor' ? count : 0),
      toAcknowledge: known.toAcknowledge + (kind === 'recipient' ? count : 0),
      insteadOf: known.insteadOf + (isInstead ? count : 0),
    });
  };
  for (const { uid, kind, count } of rows) add(uid, kind, Number(count), false);
  for (const { uid, kind, acting, count } of await countAskedInstead(transaction, day)) {
    if (!disabled.has(uid)) add(acting, kind, count, true);
  }
  for (const uid of disabled) pending.delete(uid);
  const users = await selectWantingMails(transaction, [...pending.keys()]);
  return [...pending].flatMap(([uid, counts]) => {
    const user = users.get(uid);
    return user ? [{ uid, ...user, ...counts, documents: named.get(uid) ?? [] }] : [];
  });
}

/** Hours between which the digest is sent: at eight, or when a server is up again. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/** The day whose digest may go out now; null when it is too early or too late. */
function digestDay(now: number, timeZone: string): string | null {
  const hour = Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  return hour >= FIRST_HOUR && hour < LAST_HOUR ? dayOf(now, timeZone) : null;
}
