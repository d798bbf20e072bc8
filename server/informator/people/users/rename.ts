import type { Doer } from '../../../../contract/audit.ts';
import type { PeopleContext } from '../context.ts';
import { askDirectory } from '../directory/ask-directory.ts';
import type { UserRow } from '../schema.ts';
import { findByUid, renameProfile } from './store.ts';

type Context = Pick<PeopleContext, 'database' | 'directory' | 'clock' | 'log'>;

/** Gives the account the name of its profile: letters about accounts greet by it, other services show it. Throws 503. */
export const renameAccount = (
  context: Context,
  { uid, name }: Pick<UserRow, 'uid' | 'name'>,
  by: Doer,
): Promise<void> => askDirectory(context, context.directory.rename(uid, name, by));

/**
 * Renames somebody everywhere; null when there is no such profile. The account comes first: where it cannot be renamed
 * (503), nothing is, and the next attempt changes both.
 */
export async function renamePerson(
  context: Context,
  uid: string,
  name: string | null,
  by: Doer,
): Promise<UserRow | null> {
  if (!(await findByUid(context.database.read, uid))) return null;
  await renameAccount(context, { uid, name }, by);
  return renameProfile(context.database, uid, name, context.clock());
}
