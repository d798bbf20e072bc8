// Who is notified of a change of a document, and of what.
import type { Editor } from '../../../contract/answers.ts';
import { type DecisionEvent, hasReason, isDecisionEvent } from '../../../contract/documents/words.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { type RecordedChange, type StoredDocument, signatoriesAskedIn } from '../document/document.ts';
import { type Signatory, stateOf } from '../document/signatory-rules.ts';

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
  | 'done';

/** Notifications that ask for a decision; substitutes of the person get them too. */
export const ASKING: ReadonlySet<NotificationKind> = new Set([
  'asked to sign',
  'asked to acknowledge',
  'reminded',
  'new version',
  'due soon',
  'overdue',
]);

export interface Notification {
  readonly document: {
    readonly id: number;
    readonly num: number;
    readonly title: string;
    readonly createdAt: number;
    readonly type: string;
    readonly version: number;
  };
  readonly by: Editor;
  readonly insteadOf: Editor | null;
  /** Why it was declined, otherwise empty. */
  readonly reason: string;
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
  for (const { kind, uid } of newSignatories(before, after)) {
    notify(uid, kind === 'acceptor' ? 'asked to sign' : 'asked to acknowledge');
  }
  for (const uid of changed.reminded ?? []) notify(uid, 'reminded');
  const { said } = changed;
  if (event === 'question asked') notify(after.author.uid, 'asked a question');
  if (said?.asker) notify(said.asker, 'answered');
  for (const uid of said?.mentioned ?? []) notify(uid, 'mentioned');
  for (const news of newsForAuthor(changed)) notify(after.author.uid, news);
  if (people.size === 0) return null;
  return notificationAbout(after, { by, insteadOf, reason: reasonOf(changed), people: Object.fromEntries(people) });
}

/** The notification of a deadline, by uid of the addressee; null: none. */
export const notificationOfAlarm = (document: StoredDocument, people: Notification['people']): Notification | null =>
  Object.keys(people).length === 0
    ? null
    : notificationAbout(document, { by: { uid: '', name: '', email: '' }, insteadOf: null, reason: '', people });

export const withPresentUids = (notice: Notification, present: (uid: string) => string): Notification => ({
  ...notice,
  by: { ...notice.by, uid: present(notice.by.uid) },
  people: Object.fromEntries(Object.entries(notice.people).map(([uid, news]) => [present(uid), news])),
});

export const uidsIn = ({ by, people }: Notification): string[] => [by.uid, ...Object.keys(people)];

const notificationAbout = (
  { id, num, title, createdAt, task, version }: StoredDocument,
  rest: Omit<Notification, 'document'>,
): Notification => ({ document: { id, num, title, createdAt, type: task.title, version }, ...rest });

function newSignatories(before: StoredDocument | null, after: StoredDocument): Signatory[] {
  const earlier = new Set((before ? signatoriesAskedIn(before) : []).map(({ kind, uid }) => `${kind} ${uid}`));
  return signatoriesAskedIn(after).filter(({ kind, uid }) => !earlier.has(`${kind} ${uid}`));
}

/** The people whom a new version concerns: the author, and the signatories who were asked or had decided before. */
function concerned(before: StoredDocument, after: StoredDocument): string[] {
  const knew = [...before.entries.filter((entry) => !isPending(entry)), ...signatoriesAskedIn(before)];
  const listed = new Set(after.entries.map(({ uid }) => uid));
  const stay = knew.map(({ uid }) => uid).filter((uid) => listed.has(uid));
  return [...new Set([after.author.uid, ...stay])];
}

const standing = ({ entries, route }: StoredDocument) => stateOf(entries, route?.steps);

function newsForAuthor({ event, before, after }: RecordedChange): NotificationKind[] {
  if (!before || !after) return [];
  const isDone = standing(after) === 'done' && standing(before) !== 'done';
  if (isDone) return ['done'];
  return isDecisionEvent(event) ? [event] : [];
}

function reasonOf({ event, before, after }: RecordedChange): string {
  if (!hasReason(event) || !before || !after) return '';
  const declined = (entry: Signatory) => entry.declinedAt !== null;
  const earlier = new Set(before.entries.filter(declined).map(({ kind, uid }) => `${kind} ${uid}`));
  return after.entries.filter(declined).find(({ kind, uid }) => !earlier.has(`${kind} ${uid}`))?.reason ?? '';
}
