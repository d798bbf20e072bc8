import type { Editor } from '../../../../contract/versions.ts';
import { recordRead } from '../../../demonstration/records.ts';
import type { PeopleContext } from '../context.ts';
import { leftUnderEmailOf } from '../users/present-email.ts';
import { createProfile, findByUid } from '../users/store.ts';
import { PROFILES } from './recognise.ts';

/** Gives an account a profile and a role, unless it has them; resolves to who that is, null where there is no such role. */
export async function demoProfile(
  context: PeopleContext,
  { uid, email, name }: { readonly uid: string; readonly email: string; readonly name: string | null },
  title: string,
): Promise<Editor | null> {
  const { database, clock } = context;
  const role = await database.read
    .selectFrom('roles')
    .select('id')
    .where('title', '=', title)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!role) return null;
  const known = await findByUid(database.read, uid);
  // Another server that starts may make it in between.
  const add = async () =>
    createProfile(
      database,
      { uid, email },
      { name, leftBy: await leftUnderEmailOf(context, { uid, email }), now: clock() },
    );
  const made = known ?? (await add());
  const profile = made ?? (await findByUid(database.read, uid));
  if (profile?.role_id === null) {
    await database.write(async (transaction) => {
      await transaction.updateTable('users').set({ role_id: role.id }).where('uid', '=', uid).execute();
      // A profile that was there before is its owner's.
      if (made) await recordRead(transaction, PROFILES, [made.id]);
    });
  }
  return { uid, email, name: profile?.name ?? '' };
}
