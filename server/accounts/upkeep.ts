/** Upkeep of accounts: the hourly removal of old rows, and e-mails of former versions at a start. */
import type { FastifyBaseLogger } from 'fastify';
import { readEmail } from '../../contract/fields/email.ts';
import { DAY_MS, UNCONFIRMED_DAYS } from '../../contract/limits.ts';
import type { Database } from '../platform/database/types.ts';
import type { Clock } from './credentials/random.ts';
import { recordEvent } from './journal/record.ts';
import { LIFETIMES } from './mails.ts';
import { deleteOldEmailChanges } from './store/mailed-link-store.ts';
import type { AccountsSchema, Source, User } from './store/schema.ts';
import { keepLastVisits, type SessionHorizon } from './store/session-store.ts';
import { updateSpelling, userByEmail } from './store/user-store.ts';

/** After this time all guesses are forgiven and the owner may be notified again. */
const GUESSES_KEPT_MS = 2 * DAY_MS;
/** Accounts of one transaction, so that other writers wait briefly. */
const AT_ONCE = 200;

export interface Swept {
  readonly unconfirmed: number;
  readonly sessions: number;
}

/**
 * Accounts unconfirmed for UNCONFIRMED_DAYS: never one of an administrator, one that an administrator disabled or made,
 * one that was ever signed in to, or one whose owner was sent a link that still works.
 */
const unconfirmedAccounts = (source: Source, now: number) =>
  source
    .selectFrom('users')
    .select('uid')
    .where('confirmed_at', 'is', null)
    .where('rank', '=', 'user')
    .where('disabled', '=', 0)
    .where('expected', '=', 0)
    .where('created_at', '<=', now - UNCONFIRMED_DAYS * DAY_MS)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sessions').select('id').whereRef('sessions.uid', '=', 'users.uid'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('known_clients').select('device').whereRef('known_clients.uid', '=', 'users.uid'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_tokens')
            .select('hash')
            .whereRef('mail_tokens.uid', '=', 'users.uid')
            .where('mail_tokens.created_at', '>', now - LIFETIMES.confirmation),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(AT_ONCE);

/** Removes unconfirmed accounts, each with a journal entry; ended sessions, forgiven guesses, old e-mail changes. */
export async function sweepAccounts(
  database: Database<AccountsSchema>,
  clock: Clock,
  horizon: () => SessionHorizon,
): Promise<Swept> {
  const sweepSome = () =>
    database.write(async (transaction) => {
      const now = clock();
      const uids = (await unconfirmedAccounts(transaction, now).execute()).map(({ uid }) => uid);
      for (const uid of uids) await recordEvent(transaction, { at: now, event: 'account.swept', uid });
      if (uids.length > 0) await transaction.deleteFrom('users').where('uid', 'in', uids).execute();
      return uids.length;
    });

  let unconfirmed = 0;
  for (let swept = AT_ONCE; swept === AT_ONCE; unconfirmed += swept) swept = await sweepSome();
  const over = await database.write(async (transaction) => {
    await deleteOldEmailChanges(transaction, clock() - LIFETIMES.confirmation);
    await transaction
      .deleteFrom('guesses')
      .where('last_at', '<=', clock() - GUESSES_KEPT_MS)
      .execute();
    await keepLastVisits(transaction, (session) => session('sessions.created_at', '<=', horizon().begun));
    return transaction.deleteFrom('sessions').where('created_at', '<=', horizon().begun).executeTakeFirst();
  });
  return { unconfirmed, sessions: Number(over.numDeletedRows) };
}

/**
 * Brings accounts that former versions kept under the network's spelling of a domain (`xn--…`) under the one that is
 * compared now. Where both spellings have an account, one keeps the e-mail, and the other cannot sign in by it until an
 * administrator gives it another e-mail. Logs each of these at every start.
 */
export async function unifyEmails(database: Database<AccountsSchema>, log: FastifyBaseLogger): Promise<void> {
  if (await encodedAccounts(database.read).limit(1).executeTakeFirst())
    await database.write(async (transaction) => {
      for (const user of await encodedAccounts(transaction).execute()) await unifyEmail(transaction, user);
    });
  for (const { uid, email } of await accountsWithoutEmail(database.read))
    log.warn(
      { uid, email },
      'an account has lost its e-mail to another one with the same: npm run admin -- email <uid> <new e-mail>',
    );
}

const encodedAccounts = (source: Source) =>
  source
    .selectFrom('users')
    .selectAll()
    .where((user) => user.or([user('email_key', 'like', '%@xn--%'), user('email_key', 'like', '%.xn--%')]))
    .orderBy('created_at');

/** A key that no e-mail is read as, beside the one that another account has. */
const displacedKey = (key: string, { uid }: User) => `${key} ${uid}`;

/** Uid and e-mail of accounts whose e-mail another account has. */
export const accountsWithoutEmail = (source: Source): Promise<{ uid: string; email: string }[]> =>
  source.selectFrom('users').select(['uid', 'email']).where('email_key', 'like', '% %').orderBy('email_key').execute();

async function unifyEmail(transaction: Source, user: User): Promise<void> {
  const email = readEmail(user.email);
  if (!email || email.key === user.email_key) return;
  const other = await userByEmail(transaction, email.key);
  const keeps = !other || hasPriority(user, other);
  if (other && keeps)
    await updateSpelling(transaction, other, { typed: other.email, key: displacedKey(email.key, other) });
  const key = keeps ? email.key : displacedKey(email.key, user);
  await updateSpelling(transaction, user, { typed: email.typed, key });
}

/** Whether the e-mail is rather the first one's: who can be signed in to, has power, or was here last. */
function hasPriority(one: User, other: User): boolean {
  const weights = ({ confirmed_at, disabled, rank, last_seen_at }: User) => [
    Number(confirmed_at !== null && disabled === 0),
    Number(rank === 'admin'),
    last_seen_at ?? 0,
  ];
  const theirs = weights(other);
  const difference = weights(one)
    .map((weight, index) => weight - (theirs[index] ?? 0))
    .find((step) => step !== 0);
  return (difference ?? 0) > 0;
}
