import type { Doer } from '../../../../contract/audit.ts';
import type { PeopleContext } from '../context.ts';
import { askDirectory } from '../directory/ask-directory.ts';
import type { UserRow } from '../schema.ts';
import { byPresentEmail, leftUnderEmailOf } from './present-email.ts';
import { createProfile, findByUid } from './store.ts';

type Context = Pick<PeopleContext, 'accounts' | 'directory' | 'database' | 'clock' | 'log'>;

/** `claimed`: the account may have been anybody's, and waits for its owner now, who was invited. */
interface ProfileAhead {
  readonly profile: UserRow;
  readonly claimed: boolean;
}

/**
 * The profile of whoever has this e-mail, made ahead where the owner of the account was not here yet. Null when there is
 * neither. Roles hang on profiles, so the account is claimed first: nobody but its owner comes by what is given ahead.
 * Throws 503 when the auth service cannot be asked.
 */
export async function profileAheadOf(
  context: Context,
  email: string,
  by: Doer,
): Promise<ProfileAhead | null> {
  const account = await askDirectory(context, context.directory.claim(email, by));
  const claimed = account?.claimed ?? false;
  const profile =
    !account || (await findByUid(context.database.read, account.uid))
      ? await byPresentEmail(context, email)
      : await makeAhead(context, account);
  return profile && { profile, claimed };
}

async function makeAhead(
  context: Context,
  account: { readonly uid: string; readonly email: string; readonly name: string | null },
): Promise<UserRow | null> {
  const leftBy = await leftUnderEmailOf(context, account);
  const made = { name: account.name, leftBy, now: context.clock(), ahead: true };
  // Null: its owner came at this very moment.
  return (
    (await createProfile(context.database, account, made)) ?? findByUid(context.database.read, account.uid)
  );
}
