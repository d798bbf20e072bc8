// Who gets mails about documents (signatories, authors, substitutes), and whether a queued mail may still be sent.
import { sql } from 'kysely';
import type { AccountStates } from '../../../contract/accounts/accounts.ts';
import type { Withdrawal } from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { DeliveryFailure } from '../../platform/mail/mail.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { ASKING, type Notification, type NotificationKind } from '../changes/notification-rules.ts';
import { seenBy } from '../document/document.ts';
import { storedRouteOf } from '../document/signatory-rules.ts';
import * as whoMayDecide from '../document/who-may-decide.ts';
import type { Addressee, MailSubject } from './mail-texts.ts';

interface Outgoing extends Addressee {
  readonly email: string;
  /** Checked again by the outbox before sending. */
  readonly subject: Extract<MailSubject, { document: number }>;
}

/** The mails of a notification: to the people named who still see the document, and to substitutes who may decide. */
export async function mailsFor(read: PortalSource, { document, people, by }: Notification, day: string) {
  const seeing = await selectSeeing(read, document.id, Object.keys(people));
  const owner = Object.values(people).includes('stuck') ? await selectOwner(read, document.id) : null;
  const isNotified = (uid: string, news: NotificationKind) => seeing.has(uid) || (news === 'stuck' && uid === owner);
  const named = new Map(Object.entries(people).filter(([uid, news]) => isNotified(uid, news)));
  const asking = [...named].flatMap(([uid, news]) => (ASKING.has(news) ? [uid] : []));
  const instead = (await whoMayDecide.selectSubstitutes(read, document.id, asking, day)).filter(({ uid, kind }) =>
    isAbout(named.get(uid) ?? 'reminded', kind),
  );
  const users = await selectWantingMails(read, [...named.keys(), ...instead.map(({ acting }) => acting)]);
  const absent = instead.map(({ uid }) => uid);
  const names = await namesOf(read, absent);
  const letters: Outgoing[] = [];
  const written = new Set([by.uid]);
  const write = (uid: string, news: NotificationKind, insteadOf: string | null) => {
    const user = users.get(uid);
    if (!user || written.has(uid)) return;
    written.add(uid);
    const subject = { uid, document: document.id, news, insteadOf };
    letters.push({ ...user, subject, insteadOf: insteadOf === null ? null : (names.get(insteadOf) ?? '') });
  };
  for (const [uid, news] of named) write(uid, news, null);
  for (const { uid, acting } of instead) write(acting, named.get(uid) ?? 'reminded', uid);
  return letters;
}

const isAbout = (news: NotificationKind, kind: whoMayDecide.EntryInstead['kind']): boolean =>
  news === 'asked to sign' ? kind === 'acceptor' : news !== 'asked to acknowledge' || kind === 'recipient';

/** The uids among these whose users see a document; none when it is deleted. */
export async function selectSeeing(read: PortalSource, document: number, uids: readonly string[]) {
  const rows = await read
    .selectFrom('users')
    .innerJoin('documents', (join) => join.on('documents.id', '=', document))
    .select('users.uid')
    .where('users.uid', 'in', uids)
    .where(seenBy(sql.ref('users.uid')))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** The owner of the template of a document's route, who is notified that it is stuck whatever they see; null: none. */
async function selectOwner(read: PortalSource, document: number): Promise<string | null> {
  const row = await read.selectFrom('documents').select('route').where('id', '=', document).executeTakeFirst();
  const owner = row && storedRouteOf(row.route)?.owner;
  if (!owner) return null;
  const user = await read.selectFrom('users').select('uid').where('id', '=', owner).executeTakeFirst();
  return user?.uid ?? null;
}

/** The people among these who want mails about documents, by uid. */
export async function selectWantingMails(read: PortalSource, uids: readonly string[]) {
  if (uids.length === 0) return new Map<string, never>();
  const rows = await read
    .selectFrom('users')
    .select(['uid', 'email', 'name'])
    .where('uid', 'in', uids)
    .where('document_mails', '=', 1)
    .execute();
  return new Map(rows.map(({ uid, email, name }) => [uid, { email, name: name ?? '' }]));
}

async function namesOf(read: PortalSource, uids: readonly string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await read.selectFrom('users').select(['uid', 'name', 'email']).where('uid', 'in', uids).execute();
  return new Map(rows.map(({ uid, name, email }) => [uid, name ?? email]));
}

interface Question {
  readonly read: PortalSource;
  readonly accounts: AccountStates;
  /** Today, YYYY-MM-DD. */
  readonly day: string;
}

/** Why a mail must not be sent any more, null: it may. Throws DeliveryFailure when the auth service cannot be asked. */
export async function withdrawalOf(question: Question, subject: MailSubject): Promise<Withdrawal | null> {
  const { read, accounts } = question;
  const { uid } = subject;
  if (!(await selectWantingMails(read, [uid])).has(uid)) return 'mails switched off';
  if ((await disabledOf(accounts, [uid])).has(uid)) return 'account disabled';
  return 'digestOf' in subject ? ofDigest(question, subject) : ofDocument(question, subject);
}

/** The present e-mail of the addressee; null when the auth service has no such account. Throws as `withdrawalOf`. */
export const addressOf = async (accounts: AccountStates, { uid }: MailSubject): Promise<string | null> =>
  (await accounts.accountOf({ uid }).catch(wait))?.email ?? null;

const disabledOf = (accounts: AccountStates, uids: readonly string[]): Promise<ReadonlySet<string>> =>
  accounts.disabledAmong(uids).catch(wait);

/** Lets the outbox retry later. */
const wait = (error: Error): never => {
  throw new DeliveryFailure(error.message, false);
};

async function ofDocument(question: Question, subject: Extract<MailSubject, { document: number }>) {
  const { read } = question;
  const { uid, document, news, insteadOf } = subject;
  const concerned = insteadOf ?? uid;
  if (insteadOf !== null && !(await stillStandsIn(question, { ...subject, insteadOf }))) return 'document not visible';
  const isSeen = (await selectSeeing(read, document, [concerned])).has(concerned);
  const isNotified = isSeen || (news === 'stuck' && (await selectOwner(read, document)) === concerned);
  if (!isNotified) return 'document not visible';
  return (await stillConcerns(read, document, concerned, news)) ? null : 'nothing to decide';
}

/** Whether the addressee still substitutes the signatory in what the notification is about. */
async function stillStandsIn(
  { read, accounts, day }: Question,
  { uid, document, news, insteadOf }: { uid: string; document: number; news: NotificationKind; insteadOf: string },
): Promise<boolean> {
  const instead = await whoMayDecide.selectSubstitutes(read, document, [insteadOf], day);
  if (!instead.some(({ acting, kind }) => acting === uid && isAbout(news, kind))) return false;
  return !(await disabledOf(accounts, [insteadOf])).has(insteadOf);
}

/** Whether a notification still concerns a person who sees the document: one that asks needs a pending decision. */
async function stillConcerns(read: PortalSource, document: number, uid: string, news: NotificationKind) {
  if (news === 'new version') return (await isAuthor(read, document, uid)) || isListed(read, document, uid);
  if (news === 'asked to sign') return isAsked(read, document, uid, 'acceptor');
  if (news === 'asked to acknowledge') return isAsked(read, document, uid, 'recipient');
  if (news === 'asked a question') return isQuestioned(read, document, uid);
  if (news === 'escalated') return (await whoMayDecide.selectEscalated(read, [document], uid)).length > 0;
  if (news === 'reminded' || news === 'due soon' || news === 'overdue') return isAsked(read, document, uid);
  return true;
}

async function isQuestioned(read: PortalSource, document: number, uid: string): Promise<boolean> {
  const found = await read
    .selectFrom('document_comments')
    .innerJoin('users', 'users.id', 'document_comments.asked_id')
    .select('document_comments.id')
    .where('document_id', '=', document)
    .where('users.uid', '=', uid)
    .executeTakeFirst();
  return found !== undefined;
}

const entriesOf = (read: PortalSource, uid: string) =>
  read
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .select('document_id')
    .where('users.uid', '=', uid)
    .limit(1);

async function isAsked(read: PortalSource, document: number, uid: string, kind?: SignatoryKind): Promise<boolean> {
  const asked = entriesOf(read, uid).where('document_id', '=', document).where('is_asked', '=', 1);
  return (await (kind ? asked.where('kind', '=', kind) : asked).executeTakeFirst()) !== undefined;
}

const isListed = async (read: PortalSource, document: number, uid: string): Promise<boolean> =>
  (await entriesOf(read, uid).where('document_id', '=', document).executeTakeFirst()) !== undefined;

async function isAuthor(read: PortalSource, document: number, uid: string): Promise<boolean> {
  const written = read.selectFrom('documents').innerJoin('users', 'users.id', 'documents.author_id');
  const own = written.select('documents.id').where('documents.id', '=', document).where('uid', '=', uid);
  return (await own.executeTakeFirst()) !== undefined;
}

async function ofDigest(
  { read, accounts, day }: Question,
  { uid, digestOf }: Extract<MailSubject, { digestOf: string }>,
): Promise<Withdrawal | null> {
  const own = await entriesOf(read, uid).where('is_asked', '=', 1).executeTakeFirst();
  if (!own && !(await isSubstituteAsked(read, accounts, uid, day))) return 'nothing to decide';
  const newer = read.selectFrom('document_digests').select('day').where('day', '>', digestOf);
  // Days in the future were recorded by a clock that ran ahead.
  return (await newer.where('day', '<=', day).limit(1).executeTakeFirst()) ? 'newer digest' : null;
}

async function isSubstituteAsked(read: PortalSource, accounts: AccountStates, uid: string, day: string) {
  const absent = (await whoMayDecide.countAskedInstead(read, day, uid)).map((entry) => entry.uid);
  if (absent.length === 0) return false;
  const disabled = await disabledOf(accounts, absent);
  return absent.some((each) => !disabled.has(each));
}
