import type { Kysely, Transaction } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';

/** Notes that a profile had this uid until it passed to another account. */
export async function recordFormerUid(
  transaction: Transaction<InformatorSchema>,
  uid: string,
  user: number,
): Promise<void> {
  await transaction
    .insertInto('former_uids')
    .values({ uid, user_id: user })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ user_id: user }))
    .execute();
}

/** The uids that these people have by now: of a profile that has passed on its present one, of all others their own. */
export async function presentUids(
  read: Kysely<InformatorSchema>,
  uids: readonly string[],
): Promise<(uid: string) => string> {
  if (uids.length === 0) return (uid) => uid;
  const rows = await read
    .selectFrom('former_uids')
    .innerJoin('users', 'users.id', 'former_uids.user_id')
    .select(['former_uids.uid as former', 'users.uid'])
    .where('former_uids.uid', 'in', uids)
    .execute();
  const present = new Map(rows.map(({ former, uid }) => [former, uid]));
  return (uid) => present.get(uid) ?? uid;
}
