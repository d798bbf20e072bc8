import type { Kysely } from 'kysely';
import type { Withdrawal } from '../../../../contract/docflow.ts';
import type { AccountStates } from '../../../../contract/identity.ts';
import { DeliveryFailure } from '../../../mail/types.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { EntryKind } from '../entries.ts';
import { substitutedBy } from '../marks/substitutes.ts';
import type { News } from './announce-rules.ts';
import { seeingOf, wantingMails } from './people.ts';
import type { LetterSubject } from './texts.ts';

interface Question {
  readonly read: Kysely<InformatorSchema>;
  readonly accounts: AccountStates;
  /** Today, YYYY-MM-DD. */
  readonly day: string;
}

/**
 * Why a letter is not to go out as things stand now; null: it is. A mail server may have been down for days, in which
 * rights, entries and accounts change. Throws DeliveryFailure when the auth service cannot be asked.
 */
export async function withdrawalOf(question: Question, subject: LetterSubject): Promise<Withdrawal | null> {
  const { read, accounts } = question;
  const { uid } = subject;
  if (!(await wantingMails(read, [uid])).has(uid)) return 'mails switched off';
  const disabled = await accounts.disabledAmong([uid]).catch((error: Error) => {
    throw new DeliveryFailure(error.message, false);
  });
  if (disabled.has(uid)) return 'account disabled';
  return 'digestOf' in subject ? ofDigest(question, subject) : ofDocument(question, subject);
}

async function ofDocument(
  { read, day }: Question,
  { uid, document, news, insteadOf }: Extract<LetterSubject, { document: number }>,
): Promise<Withdrawal | null> {
  const concerned = insteadOf ?? uid;
  if (insteadOf !== null && !(await substitutedBy(read, uid, day)).has(insteadOf))
    return 'document not visible';
  if (!(await seeingOf(read, document, [concerned])).has(concerned)) return 'document not visible';
  return (await stillConcerns(read, document, concerned, news)) ? null : 'nothing to decide';
}

/** Whether news of a document still concern somebody who sees it: what asks has to wait for him, still or again. */
async function stillConcerns(
  read: Kysely<InformatorSchema>,
  document: number,
  uid: string,
  news: News,
): Promise<boolean> {
  if (news === 'new version') return (await isAuthor(read, document, uid)) || isListed(read, document, uid);
  if (news === 'asked to sign') return isAsked(read, document, uid, 'acceptor');
  if (news === 'asked to acknowledge') return isAsked(read, document, uid, 'recipient');
  if (news === 'reminded') return isAsked(read, document, uid);
  return true;
}

const entriesOf = (read: Kysely<InformatorSchema>, uids: readonly string[]) =>
  read
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .select('document_id')
    .where('users.uid', 'in', uids)
    .limit(1);

async function isAsked(
  read: Kysely<InformatorSchema>,
  document: number,
  uid: string,
  kind?: EntryKind,
): Promise<boolean> {
  const asked = entriesOf(read, [uid]).where('document_id', '=', document).where('is_asked', '=', 1);
  return (await (kind ? asked.where('kind', '=', kind) : asked).executeTakeFirst()) !== undefined;
}

const isListed = async (read: Kysely<InformatorSchema>, document: number, uid: string): Promise<boolean> =>
  (await entriesOf(read, [uid]).where('document_id', '=', document).executeTakeFirst()) !== undefined;

async function isAuthor(read: Kysely<InformatorSchema>, document: number, uid: string): Promise<boolean> {
  const written = read.selectFrom('documents').innerJoin('users', 'users.id', 'documents.author_id');
  const own = written.select('documents.id').where('documents.id', '=', document).where('uid', '=', uid);
  return (await own.executeTakeFirst()) !== undefined;
}

async function ofDigest(
  { read, day }: Question,
  { uid, digestOf }: Extract<LetterSubject, { digestOf: string }>,
): Promise<Withdrawal | null> {
  const forWhom = [uid, ...(await substitutedBy(read, uid, day))];
  const pending = await entriesOf(read, forWhom).where('is_asked', '=', 1).executeTakeFirst();
  if (!pending) return 'nothing to decide';
  const newer = read.selectFrom('document_digests').select('day').where('day', '>', digestOf);
  // Days that are yet to come were marked by a clock that ran ahead.
  return (await newer.where('day', '<=', day).limit(1).executeTakeFirst()) ? 'newer digest' : null;
}
