import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { accountOf, byPresentEmail, leftUnderEmailOf } from './present-email.ts';
import { createProfile, findByUid } from './store.ts';

type Context = Pick<PeopleContext, 'accounts' | 'database' | 'clock' | 'log'>;

/**
 * The profile of whoever has this e-mail, made ahead where the owner of the account was not here yet. Null when there is
 * neither. Throws 503 when the auth service cannot be asked.
 */
export async function profileAheadOf(context: Context, email: string): Promise<UserRow | null> {
  const account = await accountOf(context, { email });
  if (!account || (await findByUid(context.database.read, account.uid)))
    return byPresentEmail(context, email);
  const leftBy = await leftUnderEmailOf(context, account);
  const made = { name: account.name, leftBy, now: context.clock(), ahead: true };
  // Null: its owner came at this very moment.
  return (
    (await createProfile(context.database, account, made)) ?? findByUid(context.database.read, account.uid)
  );
}
