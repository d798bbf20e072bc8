import type { AccountStates } from '../../../contract/accounts/identity.ts';
import type { Withdrawal } from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { DeliveryFailure } from '../../platform/mail/mail.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import type { NotificationKind } from '../changes/notification-rules.ts';
import { countAskedInstead, selectEscalated, selectSubstitutes } from '../document/who-may-decide.ts';
import { isAbout, selectOwner, selectSeeing, selectWantingMails } from './addressees.ts';
import type { MailSubject } from './mail-texts.ts';

interface Question {
  readonly read: PortalSource;
  readonly accounts: AccountStates;
  /** Today, YYYY-MM-DD. */
  readonly day: string;
}

/**
 * Why a letter is not to go out as things stand now; null: it is. A mail server may have been down for days, in which
 * rights, entries and accounts change. Throws DeliveryFailure when the auth service cannot be asked.
 */
export async function withdrawalOf(question: Question, subject: MailSubject): Promise<Withdrawal | null> {
  const { read, accounts } = question;
  const { uid } = subject;
  if (!(await selectWantingMails(read, [uid])).has(uid)) return 'mails switched off';
  if ((await disabledOf(accounts, [uid])).has(uid)) return 'account disabled';
  return 'digestOf' in subject ? ofDigest(question, subject) : ofDocument(question, subject);
}

/** The present e-mail of a letter's reader; null when the auth service knows nobody like that. Throws as `withdrawalOf`. */
export const addressOf = async (accounts: AccountStates, { uid }: MailSubject): Promise<string | null> =>
  (await accounts.accountOf({ uid }).catch(wait))?.email ?? null;

const disabledOf = (accounts: AccountStates, uids: readonly string[]): Promise<ReadonlySet<string>> =>
  accounts.disabledAmong(uids).catch(wait);

/** Lets a letter wait until the auth service answers. */
const wait = (error: Error): never => {
  throw new DeliveryFailure(error.message, false);
};

async function ofDocument(
  question: Question,
  subject: Extract<MailSubject, { document: number }>,
): Promise<Withdrawal | null> {
  const { read } = question;
  const { uid, document, news, insteadOf } = subject;
  const concerned = insteadOf ?? uid;
  if (insteadOf !== null && !(await stillStandsIn(question, { ...subject, insteadOf }))) return 'document not visible';
  const isSeen = (await selectSeeing(read, document, [concerned])).has(concerned);
  const isNotified = isSeen || (news === 'stuck' && (await selectOwner(read, document)) === concerned);
  if (!isNotified) return 'document not visible';
  return (await stillConcerns(read, document, concerned, news)) ? null : 'nothing to decide';
}

/** Whether the reader still substitutes somebody, in what the news of the document were about. */
async function stillStandsIn(
  { read, accounts, day }: Question,
  { uid, document, news, insteadOf }: { uid: string; document: number; news: NotificationKind; insteadOf: string },
): Promise<boolean> {
  const instead = await selectSubstitutes(read, document, [insteadOf], day);
  if (!instead.some(({ acting, kind }) => acting === uid && isAbout(news, kind))) return false;
  return !(await disabledOf(accounts, [insteadOf])).has(insteadOf);
}

/** Whether a notification still concerns a person who sees the document: one that asks needs a pending decision. */
async function stillConcerns(
  read: PortalSource,
  document: number,
  uid: string,
  news: NotificationKind,
): Promise<boolean> {
  if (news === 'new version') return (await isAuthor(read, document, uid)) || isListed(read, document, uid);
  if (news === 'asked to sign') return isAsked(read, document, uid, 'acceptor');
  if (news === 'asked to acknowledge') return isAsked(read, document, uid, 'recipient');
  if (news === 'asked a question') return isQuestioned(read, document, uid);
  if (news === 'escalated') return (await selectEscalated(read, [document], uid)).length > 0;
  if (news === 'reminded' || news === 'due soon' || news === 'overdue') return isAsked(read, document, uid);
  return true;
}

/** Whether a question about a document still waits for the answer of somebody. */
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
  // Days that are yet to come were marked by a clock that ran ahead.
  return (await newer.where('day', '<=', day).limit(1).executeTakeFirst()) ? 'newer digest' : null;
}

async function isSubstituteAsked(
  read: PortalSource,
  accounts: AccountStates,
  uid: string,
  day: string,
): Promise<boolean> {
  const absent = (await countAskedInstead(read, day, uid)).map((entry) => entry.uid);
  if (absent.length === 0) return false;
  const disabled = await disabledOf(accounts, absent);
  return absent.some((each) => !disabled.has(each));
}
