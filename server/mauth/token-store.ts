import type { TokenPurpose } from './schema.ts';
import type { Source } from './user-store.ts';

export async function insertMailToken(
  source: Source,
  token: { hash: string; uid: string; purpose: TokenPurpose; created_at: number },
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
export const ownerOfMailToken = async (
  source: Source,
  { hash, purpose, since }: TokenKey,
): Promise<string | undefined> =>
  (
    await source
      .selectFrom('mail_tokens')
      .select('uid')
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('created_at', '>', since)
      .executeTakeFirst()
  )?.uid;

/** Uses a token up: resolves to whose it was; undefined when it is unknown, used or too old. */
export async function spendMailToken(
  source: Source,
  { hash, purpose, since }: TokenKey,
): Promise<string | undefined> {
  const spent = await source
    .deleteFrom('mail_tokens')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .returning('uid')
    .executeTakeFirst();
  return spent?.uid;
}

/** Makes the links of one purpose that an account was sent worthless. */
export async function deleteTokensOf(source: Source, uid: string, purpose: TokenPurpose): Promise<void> {
  await source.deleteFrom('mail_tokens').where('uid', '=', uid).where('purpose', '=', purpose).execute();
}
