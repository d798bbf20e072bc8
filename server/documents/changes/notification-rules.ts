// Who is notified of a change of a document, and of what.
import type { Editor } from '../../../contract/answers.ts';
import { DECISIONS, type DecisionEvent, hasReason, isDecisionEvent } from '../../../contract/documents/words.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { stateLabel } from '../../../rules/documents/standing.ts';
import {
  CLOCK,
  calledName,
  type RecordedChange,
  type StoredDocument,
  signatoriesAskedIn,
  standingOf,
} from '../document/document.ts';
import { decidedAt, decidedBy, type Signatory } from '../document/signatory-rules.ts';

export type NotificationKind =
  | 'asked to sign'
  | 'asked to acknowledge'
  | 'reminded'
  | 'new version'
  | 'due soon'
  | 'overdue'
  | 'escalated'
  | 'stuck'
  | 'asked a question'
  | 'answered'
  | 'mentioned'
  | DecisionEvent
  | 'approved'
  | 'done'
  | 'decision withdrawn'
  | 'no longer asked'
  | 'cancelled';

/** Notifications that ask for a decision; substitutes of the person get them too. */
export const ASKING: ReadonlySet<NotificationKind> = new Set([
  'asked to sign',
  'asked to acknowledge',
  'reminded',
  'new version',
  'due soon',
  'overdue',
]);

interface MailedDecision {
  readonly event: DecisionEvent;
  /** Who made it, and for whom where they are different. */
  readonly by: string;
  readonly insteadOf: string | null;
  readonly position: string;
  /** «Шаг 1 из 3 «Юрист»»; empty where there is one step without a title. */
  readonly step: string;
}

export interface Notification {
  readonly document: {
    readonly id: number;
    readonly num: number;
    readonly title: string;
    readonly createdAt: number;
    readonly type: string;
    readonly version: number;
    /** How its author is called. */
    readonly author: string;
    /** By `stateLabel`, after the change. */
    readonly state: string;
    /** Names of those asked after the change. */
    readonly asked: readonly string[];
  };
  /** The decision that was made or withdrawn, with names of its moment; null: the change is another. */
  readonly decision: MailedDecision | null;
  readonly by: Editor;
  readonly insteadOf: Editor | null;
  /** Why it was declined or cancelled, otherwise empty. */
  readonly reason: string;
  /** The beginning of a question, an answer or a comment, otherwise empty. */
  readonly quote: string;
  /** The kind of notification by uid. */
  readonly people: Readonly<Record<string, NotificationKind>>;
}

/** The notifications of a change; null: none. The author of the change gets none. */
export function notificationOf(changed: RecordedChange): Notification | null {
  const { event, before, after, by, insteadOf } = changed;
  if (!after) return null;
  const people = new Map<string, NotificationKind>();
  const notify = (uid: string, news: NotificationKind) => {
    if (uid !== by.uid && !people.has(uid)) people.set(uid, news);
  };
  if (before && after.version > before.version) {
    for (const uid of concerned(before, after)) notify(uid, 'new version');
  }
  for (const { kind, uid } of askedOnlyIn(after, before)) {
    notify(uid, kind === 'acceptor' ? 'asked to sign' : 'asked to acknowledge');
  }
  for (const uid of changed.handedOver?.come ?? []) notify(uid, 'escalated');
  if (event === 'reminded') for (const { uid } of changed.sentTo ?? []) notify(uid, 'reminded');
  if (event === 'decision withdrawn' && before) {
    // Those whom the withdrawn decision had asked.
    for (const { uid } of askedOnlyIn(before, after)) notify(uid, 'no longer asked');
    // A substitute hears that the person substituted took it back.
    const actor = changed.of && decidedBy(changed.of);
    if (actor) notify(actor, event);
  }
  if (event === 'cancelled' && before) for (const uid of concerned(before, after)) notify(uid, 'cancelled');
  const { said } = changed;
  if (event === 'question asked') notify(after.author.uid, 'asked a question');
  if (said?.asker) notify(said.asker, 'answered');
  for (const uid of said?.mentioned ?? []) notify(uid, 'mentioned');
  for (const news of newsForAuthor(changed)) notify(after.author.uid, news);
  if (people.size === 0) return null;
  return notificationAbout(after, {
    ...{ by, insteadOf },
    decision: decisionOf(changed),
    reason: reasonOf(changed),
    quote: said?.quote ?? '',
    people: Object.fromEntries(people),
  });
}

/** The undoable decision of which a notification reports; null: it may leave at once. */
export const decisionKeyOf = ({ event, of, after }: RecordedChange): string | null =>
  isDecisionEvent(event) && of && after ? keyOfDecision(after, of) : null;

/** Names a decision among all: its notification is taken back with it. */
export const keyOfDecision = ({ id }: Pick<StoredDocument, 'id'>, of: Signatory): string =>
  `${id} ${of.kind} ${of.uid} ${decidedAt(of)}`;

/** The notification of a deadline, by uid of the addressee; null: none. */
export const notificationOfAlarm = (document: StoredDocument, people: Notification['people']): Notification | null =>
  Object.keys(people).length === 0
    ? null
    : notificationAbout(document, {
        ...{ by: CLOCK, insteadOf: null, decision: null },
        ...{ reason: '', quote: '', people },
      });

export const withPresentUids = (notice: Notification, present: (uid: string) => string): Notification => ({
  ...notice,
  by: { ...notice.by, uid: present(notice.by.uid) },
  people: Object.fromEntries(Object.entries(notice.people).map(([uid, news]) => [present(uid), news])),
});

export const uidsIn = ({ by, people }: Notification): string[] => [by.uid, ...Object.keys(people)];

/** Sets what mails of former releases that still wait do not say. */
export const withAllFacts = (notice: Notification): Notification => ({
  ...notice,
  document: { ...{ author: '', state: '', asked: [] }, ...notice.document },
  decision: notice.decision ?? null,
  quote: notice.quote ?? '',
});

function notificationAbout(document: StoredDocument, rest: Omit<Notification, 'document'>): Notification {
  const { id, num, title, createdAt, task, version, author } = document;
  const facts = { author: calledName(author), ...standingFacts(document) };
  return { document: { id, num, title, createdAt, type: task.title, version, ...facts }, ...rest };
}

function standingFacts(document: StoredDocument): Pick<Notification['document'], 'state' | 'asked'> {
  const asked = signatoriesAskedIn(document).map(({ uid }) => calledName(document.people.get(uid) ?? NO_ONE));
  return { state: stateLabel(standingOf(document)), asked: [...new Set(asked)] };
}

/** The notification as its mails say it: a decision waits for its undo, and others may have decided meanwhile. */
export const withPresentStanding = (notice: Notification, document: StoredDocument): Notification => ({
  ...notice,
  document: { ...notice.document, ...standingFacts(document) },
});

const NO_ONE = { name: '', email: '' };

function decisionOf({ event, of, by, before, after }: RecordedChange): MailedDecision | null {
  if (!of?.decidedAs || !after) return null;
  const { decidedAs, step, kind, uid } = of;
  const actor = decidedBy(of) ?? uid;
  // Of a decision that is made now, its actor is not among the people of the document yet.
  const person = (one: string) => calledName(one === by.uid ? by : ((before ?? after).people.get(one) ?? by));
  const accepted = kind === 'acceptor' ? DECISIONS.sign.event : DECISIONS.acknowledge.event;
  return {
    event: isDecisionEvent(event) ? event : of.declinedAt === null ? accepted : DECISIONS.decline.event,
    by: decidedAs.by.name || person(actor),
    insteadOf: actor === uid ? null : decidedAs.name || person(uid),
    position: decidedAs.by.position,
    step: stepText(after, step),
  };
}

function stepText({ route }: StoredDocument, number: number | null): string {
  const step = number === null ? undefined : route?.steps[number - 1];
  if (!route || !step || (route.steps.length === 1 && step.title === '')) return '';
  return `Шаг ${number} из ${route.steps.length}${step.title === '' ? '' : ` «${step.title}»`}`;
}

/** The signatories asked in one state of a document and not in another; null: of a document that is not made yet. */
function askedOnlyIn(document: StoredDocument, other: StoredDocument | null): Signatory[] {
  const known = new Set((other ? signatoriesAskedIn(other) : []).map(({ kind, uid }) => `${kind} ${uid}`));
  return signatoriesAskedIn(document).filter(({ kind, uid }) => !known.has(`${kind} ${uid}`));
}

/** The people whom a new version or a cancellation concerns: the author, and the signatories who were asked or had decided before. */
function concerned(before: StoredDocument, after: StoredDocument): string[] {
  const knew = [...before.entries.filter((entry) => !isPending(entry)), ...signatoriesAskedIn(before)];
  const listed = new Set(after.entries.map(({ uid }) => uid));
  const stay = knew.map(({ uid }) => uid).filter((uid) => listed.has(uid));
  return [...new Set([after.author.uid, ...stay])];
}

function newsForAuthor({ event, before, after }: RecordedChange): NotificationKind[] {
  if (!before || !after) return [];
  const [was, is] = [standingOf(before), standingOf(after)];
  if (is.state === 'done' && was.state !== 'done') return ['done'];
  if (event === DECISIONS.sign.event && is.stage.kind === 'recipient') return ['approved'];
  return isDecisionEvent(event) || event === 'decision withdrawn' ? [event] : [];
}

function reasonOf({ event, before, after }: RecordedChange): string {
  if (event === 'cancelled') return after?.closed?.reason ?? '';
  if (!hasReason(event) || !before || !after) return '';
  const declined = (entry: Signatory) => entry.declinedAt !== null;
  const earlier = new Set(before.entries.filter(declined).map(({ kind, uid }) => `${kind} ${uid}`));
  return after.entries.filter(declined).find(({ kind, uid }) => !earlier.has(`${kind} ${uid}`))?.reason ?? '';
}
