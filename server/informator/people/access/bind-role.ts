import type { Database } from '../../../database/types.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { UserRow } from '../schema.ts';
import { findByUid } from '../users/store.ts';
import { type Change, recordBinding } from './change-history.ts';
import { lockAccess } from './state.ts';

/** What came of a binding. */
export type Bound =
  | {
      readonly outcome: 'bound';
      readonly user: UserRow /** Title of the role until then. */;
      readonly before: string | null;
    }
  | { readonly outcome: 'no user' | 'no role' };

/** Binds a user to one role, in place of any other; null unbinds. */
export function bindRole(
  database: Database<InformatorSchema>,
  uid: string,
  roleId: number | null,
  change: Change,
): Promise<Bound> {
  return database.write(async (transaction): Promise<Bound> => {
    await lockAccess(database, transaction);
    const user = await findByUid(transaction, uid);
    if (!user) return { outcome: 'no user' };
    const role = await transaction
      .selectFrom('roles')
      .select('title')
      .where('id', '=', roleId)
      .executeTakeFirst();
    if (roleId !== null && !role) return { outcome: 'no role' };
    const bound = { ...user, role_id: roleId, role_title: role?.title ?? null, updated_at: change.now };
    if (user.role_id === roleId) return { outcome: 'bound', user, before: user.role_title };
    await transaction
      .updateTable('users')
      .set({ role_id: roleId, updated_at: change.now })
      .where('id', '=', user.id)
      .execute();
    await recordBinding(
      transaction,
      { email: user.email, before: user.role_title, after: bound.role_title },
      change,
    );
    return { outcome: 'bound', user: bound, before: user.role_title };
  });
}
