import type { Invitation } from './schema.ts';
import type { Source } from './user-store.ts';

/** Keeps an invitation in place of an earlier one, whose link is worthless then. */
export async function keepInvitation(source: Source, invitation: Invitation): Promise<void> {
  const { uid, ...link } = invitation;
  await source
    .insertInto('invitations')
    .values({ uid, ...link })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(link))
    .execute();
}

/** Whose the invitation of a mailed token is; undefined when it is unknown, used, taken back, or made at `since` or before. */
export const invitedBy = async (
  source: Source,
  { hash, since }: { hash: string; since: number },
): Promise<string | undefined> =>
  (
    await source
      .selectFrom('invitations')
      .select('uid')
      .where('hash', '=', hash)
      .where('created_at', '>', since)
      .executeTakeFirst()
  )?.uid;

/** Makes the link of an account's invitation worthless; false when there is none. */
export async function deleteInvitation(source: Source, uid: string): Promise<boolean> {
  const { numDeletedRows } = await source.deleteFrom('invitations').where('uid', '=', uid).executeTakeFirst();
  return numDeletedRows === 1n;
}
