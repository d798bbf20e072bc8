import type { EffectiveRights, SettingRow } from '../../../../contract/access.ts';
import { STANDING_ROWS } from '../../../../contract/actions.ts';
import type { PeopleContext } from '../context.ts';
import { listActions } from '../references/store.ts';
import type { UserRow } from '../schema.ts';

/** What a user may do on every pair that the role sees, with every action there is, and as such. */
export async function effectiveRights(
  { database, permissions }: PeopleContext,
  user: UserRow,
): Promise<EffectiveRights> {
  const actions = await listActions(database.read);
  const pairs = await permissions.pairsOf(user.uid);
  const standing = new Set((await permissions.roleOf(user.uid))?.actions?.map(({ id }) => id));
  const allowed = (rows: readonly SettingRow[], own: ReadonlySet<number>) =>
    rows.map(({ id, title }) => ({ id, title, allowed: own.has(id) }));
  return {
    uid: user.uid,
    email: user.email,
    name: user.name ?? '',
    role: user.role_id === null ? null : { id: user.role_id, title: user.role_title ?? '' },
    pairs: pairs.map((pair) => {
      const own = new Set(pair.actions.map(({ id }) => id));
      return {
        directing: pair.directing,
        task: pair.task,
        actions: allowed(actions, own),
      };
    }),
    actions: allowed(STANDING_ROWS, standing),
  };
}
