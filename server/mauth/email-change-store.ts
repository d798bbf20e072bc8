import type { EmailChange } from './schema.ts';
import type { Source } from './user-store.ts';

/** Keeps what an account is to be changed to, in place of an earlier wish: its link is worthless then. */
export async function keepEmailChange(source: Source, change: EmailChange): Promise<void> {
  const { uid, ...wish } = change;
  await source
    .insertInto('email_changes')
    .values({ uid, ...wish })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(wish))
    .execute();
}

/** The change of a mailed token; undefined when it is unknown, used, replaced, or made at `since` or before. */
export const emailChangeOf = (
  source: Source,
  { hash, since }: { hash: string; since: number },
): Promise<EmailChange | undefined> =>
  source
    .selectFrom('email_changes')
    .selectAll()
    .where('hash', '=', hash)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Makes the link to a change of an account's e-mail worthless. */
export async function deleteEmailChange(source: Source, uid: string): Promise<void> {
  await source.deleteFrom('email_changes').where('uid', '=', uid).execute();
}

/** Forgets addresses whose links, mailed at `until` or before, work no more. */
export async function deleteOldEmailChanges(source: Source, until: number): Promise<void> {
  await source.deleteFrom('email_changes').where('created_at', '<=', until).execute();
}
