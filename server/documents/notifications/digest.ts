import type { AccountStates } from '../../../contract/accounts/identity.ts';
import type { Database } from '../../platform/database/types.ts';
import { dayOf } from '../../platform/text/day.ts';
import type { PortalChange, PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import { countAskedInstead } from '../document/who-may-decide.ts';
import { selectWantingMails } from './addressees.ts';
import type { Pending } from './mail-texts.ts';

/** Somebody who has something pending. */
interface DigestReader extends Pending {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Once a day, from eight o'clock on, puts a letter for everybody who has something pending and an account that is not
 * disabled; whether it did. The day is
 * marked in the transaction of the letters, so that neither a restart nor a second server writes them again.
 */
export async function enqueueDigest(
  database: Database<PortalSchema>,
  { now, timeZone, accounts }: { now: number; timeZone: string; accounts: AccountStates },
  put: (transaction: PortalChange, reader: DigestReader, day: string) => Promise<void>,
): Promise<boolean> {
  const day = digestDay(now, timeZone);
  if (day === null || (await isOut(database.read, day))) return false;
  // Asked between two transactions: the answer may come from another process.
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

/** Everybody who is asked, and those who substitute them. */
async function involved(transaction: PortalChange, day: string): Promise<string[]> {
  const rows = await ownDecisions(transaction);
  const instead = await countAskedInstead(transaction, day);
  return [...new Set([...rows, ...instead].map(({ uid }) => uid).concat(instead.map(({ acting }) => acting)))];
}

const ownDecisions = (transaction: PortalChange) =>
  transaction
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .select(({ fn }) => ['users.uid', 'kind', fn.countAll<number>().as('count')])
    .where('is_asked', '=', 1)
    .groupBy(['users.id', 'users.uid', 'kind'])
    .orderBy('users.id')
    .execute();

/** Who gets the digest: nobody who is disabled, and nobody for the sake of somebody who is. */
async function readers(transaction: PortalChange, day: string, disabled: ReadonlySet<string>): Promise<DigestReader[]> {
  const rows = await ownDecisions(transaction);
  const pending = new Map<string, Pending>();
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
    return user ? [{ uid, ...user, ...counts }] : [];
  });
}

/** Hours between which the digest of a day goes out: at eight, or as soon as a server is there again that was not. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/** The day whose digest may go out now; null when it is too early or too late. */
function digestDay(now: number, timeZone: string): string | null {
  const hour = Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  return hour >= FIRST_HOUR && hour < LAST_HOUR ? dayOf(now, timeZone) : null;
}
