import type { Kysely, Transaction } from 'kysely';
import type { Substitute } from '../../../../contract/docflow.ts';
import type { InformatorSchema } from '../../schema.ts';

/** The present or coming substitute of a user; null: none, or the days are over. */
export async function findSubstitute(
  read: Kysely<InformatorSchema>,
  uid: string,
  today: string,
): Promise<Substitute | null> {
  const row = await read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .select(['acting.uid', 'acting.name', 'acting.email', 'from_day', 'to_day'])
    .where('absent.uid', '=', uid)
    .where('to_day', '>=', today)
    .executeTakeFirst();
  return row
    ? { uid: row.uid, name: row.name ?? '', email: row.email, from: row.from_day, to: row.to_day }
    : null;
}

/** Makes a person the only substitute of a user between two days; false when the person has no profile. */
export async function setSubstitute(
  transaction: Transaction<InformatorSchema>,
  user: number,
  { uid, from, to }: Pick<Substitute, 'uid' | 'from' | 'to'>,
): Promise<boolean> {
  const acting = await transaction.selectFrom('users').select('id').where('uid', '=', uid).executeTakeFirst();
  if (!acting) return false;
  const days = { substitute_id: acting.id, from_day: from, to_day: to };
  await transaction
    .insertInto('substitutes')
    .values({ user_id: user, ...days })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(days))
    .execute();
  return true;
}

/** Leaves a user without a substitute. */
export async function removeSubstitute(
  transaction: Transaction<InformatorSchema>,
  user: number,
): Promise<void> {
  await transaction.deleteFrom('substitutes').where('user_id', '=', user).execute();
}
