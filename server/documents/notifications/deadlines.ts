import { DAY_MS } from '../../../contract/limits.ts';
import type { AlarmKind } from '../../portal-database/document-tables.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import { type NotificationKind, notificationOfAlarm } from '../changes/notification-rules.ts';
import { enqueueNotification, recordChange } from '../changes/record-change.ts';
import type { DocumentsContext } from '../document/context.ts';
import { type StoredDocument, signatoriesAskedIn } from '../document/document.ts';
import { lockDocument } from '../document/reads.ts';
import { alarmsOf, type StoredStep } from '../document/route-rules.ts';
import type { Signatory } from '../document/signatory-rules.ts';

/** Nobody: what the clock does. */
const CLOCK = { uid: '', name: '', email: '' };

/**
 * Tells of the steps whose end is near or past, and gives the decision to the next in charge; whether anything was told. Each
 * alarm is marked in the transaction that tells of it, so that neither a restart nor a second server tells it again.
 */
export async function recordDeadlines(
  context: Pick<DocumentsContext, 'database' | 'clock' | 'timeZone' | 'accounts'>,
): Promise<boolean> {
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

/** Everybody whom a step of a route asks now. */
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

/** Documents whose present step may have something to tell that was not told yet. */
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
    // After the escalation there is nothing more to tell of a round.
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

/** Tells what of a document is to be told now; whether there was anything. */
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
  const news = await newsOf(transaction, document, { asked, fresh, next, step });
  const notification = notificationOfAlarm(document, news);
  if (notification) await enqueueNotification(transaction, notification);
  if (next.length > 0) {
    const change = { event: 'escalated', by: CLOCK, insteadOf: null, at: now } as const;
    await recordChange(transaction, { ...change, before: document, after: document });
  }
  return true;
}

/** Lets the next in charge decide in a round; resolves to their uids. */
async function escalate(
  transaction: PortalChange,
  round: { readonly document_id: number; readonly step: number; readonly asked_at: number },
  { next }: StoredStep,
): Promise<string[]> {
  const users = next?.users ?? [];
  if (users.length === 0) return [];
  const rows = users.map((user_id) => ({ ...round, user_id }));
  await transaction
    .insertInto('document_escalations')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return uidsOf(transaction, users);
}

async function uidsOf(transaction: PortalChange, ids: readonly number[]): Promise<string[]> {
  const rows = await transaction.selectFrom('users').select('uid').where('id', 'in', ids).execute();
  return rows.map(({ uid }) => uid);
}

interface DeadlineNotice {
  readonly asked: readonly Signatory[];
  readonly fresh: readonly AlarmKind[];
  /** The next in charge, by uid. */
  readonly next: readonly string[];
  readonly step: StoredStep;
}

/** Who is told what: where nobody is next in charge, whoever saved the template is told beside the author. */
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
    const owner = step.next === null && route?.owner ? await uidsOf(transaction, [route.owner]) : [];
    for (const uid of [author.uid, ...owner]) people[uid] ??= 'stuck';
  }
  return people;
}
