/** Tables of second factors and recovery codes. */
import type { SecondFactor, Source } from './schema.ts';

export const findFactor = (source: Source, uid: string): Promise<SecondFactor | undefined> =>
  source.selectFrom('second_factors').selectAll().where('uid', '=', uid).executeTakeFirst();

/** Keeps a key that has not proved itself yet beside the one in use. */
export async function storePendingKey(source: Source, uid: string, pending: string): Promise<void> {
  await source
    .insertInto('second_factors')
    .values({ uid, secret: null, pending, last_step: 0 })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ pending }))
    .execute();
}

/** Puts the pending key into use; false when it is not the pending one any more. */
export async function activatePendingKey(
  source: Source,
  { uid, pending, step, now }: { uid: string; pending: string; step: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await source
    .updateTable('second_factors')
    .set({ secret: pending, pending: null, last_step: step })
    .where('uid', '=', uid)
    .where('pending', '=', pending)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await source.updateTable('users').set({ factor_at: now }).where('uid', '=', uid).execute();
  return true;
}

/** Uses up a step and those before it; false when it was used already. */
export async function spendAppCode(source: Source, uid: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await source
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('uid', '=', uid)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes key and recovery codes; false when the account had no second factor. */
export async function deleteFactor(source: Source, uid: string): Promise<boolean> {
  await source.deleteFrom('second_factors').where('uid', '=', uid).execute();
  await source.deleteFrom('recovery_codes').where('uid', '=', uid).execute();
  const { numUpdatedRows } = await source
    .updateTable('users')
    .set({ factor_at: null })
    .where('uid', '=', uid)
    .where('factor_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(source: Source, uid: string, hashes: readonly string[]): Promise<void> {
  await source.deleteFrom('recovery_codes').where('uid', '=', uid).execute();
  await source
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ uid, hash })))
    .execute();
}

/** Uses up a recovery code; false when the account has none with one of these hashes. */
export async function spendRecoveryCode(source: Source, uid: string, hashes: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await source
    .deleteFrom('recovery_codes')
    .where('uid', '=', uid)
    .where('hash', 'in', hashes)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(source: Source, uid: string): Promise<number> {
  const { left } = await source
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return Number(left);
}
