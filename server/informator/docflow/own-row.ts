import type { Transaction } from 'kysely';
import type { InformatorSchema } from '../schema.ts';

/** The id of somebody who has a profile, whose row is held until the transaction ends: limits per person hold under any concurrency. */
export async function holdOwnRow(transaction: Transaction<InformatorSchema>, uid: string): Promise<number> {
  const { id } = await transaction
    .updateTable('users')
    .set(({ ref }) => ({ uid: ref('uid') }))
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
