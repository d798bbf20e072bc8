/** Tables of mailed links: tokens, changes of e-mail and invitations. */
import type { EmailChange, Invitation, Source, TokenPurpose } from './schema.ts';

export async function insertMailToken(
  source: Source,
  token: { hash: string; uid: string; purpose: TokenPurpose; handed: number; created_at: number },
): Promise<void> {
  await source.insertInto('mail_tokens').values(token).execute();
}

/** A token by its hash; one made at `since` or before counts as unknown. */
interface TokenKey {
  readonly hash: string;
  readonly purpose: TokenPurpose;
  readonly since: number;
}

/** Whose the token is; undefined when it is unknown, used or too old. */
export async function ownerOfMailToken(
  source: Source,
  { hash, purpose, since }: TokenKey,
): Promise<string | undefined> {
  const found = await source
    .selectFrom('mail_tokens')
    .select('uid')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return found?.uid;
}

/** Uses a token up: resolves to whose it was; undefined when it is unknown, used or too old. */
export function spendMailToken(
  source: Source,
  { hash, purpose, since }: TokenKey,
): Promise<{ uid: string; handed: number } | undefined> {
  return source
    .deleteFrom('mail_tokens')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .returning(['uid', 'handed'])
    .executeTakeFirst();
}

export async function deleteTokensOf(source: Source, uid: string, purpose: TokenPurpose): Promise<void> {
  await source.deleteFrom('mail_tokens').where('uid', '=', uid).where('purpose', '=', purpose).execute();
}

/** Keeps what an account is to be changed to, in place of an earlier wish: its link is worthless then. */
export async function replaceEmailChange(source: Source, change: EmailChange): Promise<void> {
  const { uid, ...wish } = change;
  await source
    .insertInto('email_changes')
    .values({ uid, ...wish })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(wish))
    .execute();
}

/** The change of a mailed token; undefined when it is unknown, used, replaced, or made at `since` or before. */
export const findEmailChange = (source: Source, { hash, since }: Omit<TokenKey, 'purpose'>) =>
  source
    .selectFrom('email_changes')
    .selectAll()
    .where('hash', '=', hash)
    .where('created_at', '>', since)
    .executeTakeFirst();

export async function deleteEmailChange(source: Source, uid: string): Promise<void> {
  await source.deleteFrom('email_changes').where('uid', '=', uid).execute();
}

/** Forgets addresses whose links, mailed at `until` or before, work no more. */
export async function deleteOldEmailChanges(source: Source, until: number): Promise<void> {
  await source.deleteFrom('email_changes').where('created_at', '<=', until).execute();
}

/** Keeps an invitation in place of an earlier one, whose link is worthless then. */
export async function replaceInvitation(source: Source, invitation: Invitation): Promise<void> {
  const { uid, ...link } = invitation;
  await source
    .insertInto('invitations')
    .values({ uid, ...link })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(link))
    .execute();
}

/** The invitation of a token; undefined when it is unknown, used, taken back, or too old. */
export const findInvitation = (source: Source, { hash, since }: Omit<TokenKey, 'purpose'>) =>
  source
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', hash)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Whether the account has an invitation that was made after `since`. */
export const hasInvitation = async (source: Source, uid: string, since: number): Promise<boolean> => {
  const kept = source.selectFrom('invitations').select('uid').where('uid', '=', uid).where('created_at', '>', since);
  return (await kept.executeTakeFirst()) !== undefined;
};

/** Makes the link of an account's invitation worthless; false when there is none. */
export async function deleteInvitation(source: Source, uid: string): Promise<boolean> {
  const { numDeletedRows } = await source.deleteFrom('invitations').where('uid', '=', uid).executeTakeFirst();
  return numDeletedRows === 1n;
}
