import type { FastifyBaseLogger } from 'fastify';
import { readEmail } from '../../contract/fields/email.ts';
import type { Database } from '../platform/database/types.ts';
import type { AccountsSchema, User } from './store/schema.ts';
import { type Source, updateSpelling, userByEmail } from './store/user-store.ts';

/**
 * Brings accounts that former versions kept under the network's spelling of a domain (`xn--…`) under the one that is compared
 * now. Where both spellings have an account, nothing is thrown away: one keeps the e-mail, and nobody can sign in to the other
 * one by it any more until an administrator gives it another e-mail. Tells the log of each, at every start.
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
  await updateSpelling(transaction, user, {
    typed: email.typed,
    key: keeps ? email.key : displacedKey(email.key, user),
  });
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
