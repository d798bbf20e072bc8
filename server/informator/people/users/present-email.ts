import { emailKey } from '../../../../contract/fields/email.ts';
import type { AccountKey, KnownAccount } from '../../../../contract/identity.ts';
import { isUniqueViolation } from '../../../database/unique.ts';
import { busy } from '../../../http/errors.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { findByEmail, findByUid, type Owner, readdress } from './store.ts';

type Context = Pick<PeopleContext, 'accounts' | 'database' | 'clock' | 'log'>;

/** An account by uid or e-mail; throws 503 when the auth service cannot be asked. */
export const accountOf = ({ accounts, log }: Context, key: AccountKey): Promise<KnownAccount | null> =>
  accounts.accountOf(key).catch((error: unknown) => {
    log.error({ err: error }, 'the auth service could not be asked about an account');
    throw busy();
  });

/** The profile with the e-mail that its account has now: a profile keeps only a copy, to be searched and shown. */
export async function withPresentEmail(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  row: UserRow,
  email: string,
): Promise<UserRow> {
  if (row.email === email && row.email_key === emailKey(email)) return row;
  try {
    return (await readdress(database, { uid: row.uid, email }, clock())) ?? row;
  } catch (error) {
    // Somebody was given the e-mail at this very moment; the next look tells who has it.
    if (isUniqueViolation(error)) return row;
    throw error;
  }
}

/**
 * The profile of whoever has this e-mail now, whatever the profiles say; where no account has it, of whoever had it last.
 * Null when there is none. Throws 503 when the auth service cannot be asked.
 */
export async function byPresentEmail(context: Context, email: string): Promise<UserRow | null> {
  const { read } = context.database;
  const account = await accountOf(context, { email });
  const row = account ? await findByUid(read, account.uid) : await findByEmail(read, email);
  if (!row) return null;
  const present = account ?? (await accountOf(context, { uid: row.uid }));
  return present ? withPresentEmail(context, row, present.email) : row;
}

/**
 * Uid of the profile that an account which is gone left under the caller's e-mail; null when there is none. Somebody who has
 * another e-mail by now is not gone. Throws 503 when the auth service cannot be asked.
 */
export async function leftUnderEmailOf(context: Context, caller: Owner): Promise<string | null> {
  const row = await findByEmail(context.database.read, caller.email);
  if (!row || row.uid === caller.uid) return null;
  return (await accountOf(context, { uid: row.uid })) ? null : row.uid;
}
