import type { Editor } from '../../../contract/answers.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import type { Person, PersonAccount } from '../../../contract/people/people.ts';
import type { Database } from '../../platform/database/types.ts';
import { badRequest, notFound } from '../../platform/http/request.ts';
import type { PortalSchema, PortalSource, UserRow } from '../../portal-database/schema.ts';
import { ensureProfile } from '../profiles/account-of-profile.ts';
import type { PeopleContext } from '../profiles/context.ts';
import { findByUid } from '../profiles/profile-store.ts';
import { type Change, recordBinding } from '../roles/rights-history.ts';
import { lockAccess } from '../roles/rights-store.ts';

/** Accounts as people: with role, photo, substitute and switches of those that have a profile. */
export async function withProfiles(
  read: PortalSource,
  accounts: readonly PersonAccount[],
  today: string,
): Promise<Person[]> {
  if (accounts.length === 0) return [];
  const uids = accounts.map(({ uid }) => uid);
  const profiles = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.uid', 'users.name', 'users.photo', 'users.role_id', 'users.document_mails'])
    .select('roles.title as role_title')
    .where('users.uid', 'in', uids)
    .execute();
  const substitutes = await read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .select(['absent.uid as of', 'acting.uid', 'acting.name', 'acting.email', 'from_day', 'to_day'])
    .where('absent.uid', 'in', uids)
    .where('to_day', '>=', today)
    .execute();
  const profileOf = new Map(profiles.map((row) => [row.uid, row]));
  const substituteOf = new Map(
    substitutes.map(({ of, uid, name, email, from_day: from, to_day: to }) => [
      of,
      { uid, name: name ?? '', email, from, to },
    ]),
  );
  return accounts.map((account) => {
    const profile = profileOf.get(account.uid);
    const role = profile?.role_id ?? null;
    return {
      ...account,
      name: profile?.name ?? account.name,
      photo: profile?.photo ?? '',
      role: role === null ? null : { id: role, title: profile?.role_title ?? '' },
      substitute: substituteOf.get(account.uid) ?? null,
      documentMails: (profile?.document_mails ?? 1) === 1,
    };
  });
}

/** Uids of who has this role, or any role at all; so many at most. */
export async function uidsWithRole(read: PortalSource, role: number | 'any', limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('users')
    .select('uid')
    .$if(role === 'any', (query) => query.where('role_id', 'is not', null))
    .$if(role !== 'any', (query) => query.where('role_id', '=', Number(role)))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Who gives a role: as the history names him, and as the journal does. */
export interface RoleGiver {
  readonly editor: Editor;
  readonly doer: Doer;
}

/**
 * Gives whoever has this e-mail a role in place of any other, null takes it away, and tells the journal; a profile is made
 * ahead where the person was not here yet; `claimed` as there. Throws 404 `user not found`, 400 `invalid role id`, 503.
 */
export async function giveRole(
  context: PeopleContext,
  email: string,
  roleId: number | null,
  { editor, doer }: RoleGiver,
): Promise<{ readonly user: UserRow; readonly claimed: boolean }> {
  const found = await ensureProfile(context, email, doer);
  if (!found) throw notFound('user not found');
  const bound = await bindRole(context.database, found.profile.uid, roleId, {
    by: editor,
    now: context.clock(),
  });
  if (bound.outcome === 'no user') throw notFound('user not found');
  if (bound.outcome !== 'bound') throw badRequest('invalid role id');
  const { user, before } = bound;
  if (before !== user.role_title)
    context.trail.record({
      event: 'role.bound',
      by: doer,
      ...{ target: user.email, targetUid: user.uid },
      details: { role: user.role_title ?? '', roleBefore: before ?? '' },
    });
  return { user, claimed: found.claimed };
}

/** What came of a binding. */
type RoleGiven =
  | {
      readonly outcome: 'bound';
      readonly user: UserRow /** Title of the role until then. */;
      readonly before: string | null;
    }
  | { readonly outcome: 'no user' | 'no role' };

/** Binds a user to one role, in place of any other; null unbinds. */
function bindRole(
  database: Database<PortalSchema>,
  uid: string,
  roleId: number | null,
  change: Change,
): Promise<RoleGiven> {
  return database.write(async (transaction): Promise<RoleGiven> => {
    await lockAccess(database, transaction);
    const user = await findByUid(transaction, uid);
    if (!user) return { outcome: 'no user' };
    const role = await transaction.selectFrom('roles').select('title').where('id', '=', roleId).executeTakeFirst();
    if (roleId !== null && !role) return { outcome: 'no role' };
    const bound = { ...user, role_id: roleId, role_title: role?.title ?? null, updated_at: change.now };
    if (user.role_id === roleId) return { outcome: 'bound', user, before: user.role_title };
    await transaction
      .updateTable('users')
      .set({ role_id: roleId, updated_at: change.now })
      .where('id', '=', user.id)
      .execute();
    await recordBinding(transaction, { email: user.email, before: user.role_title, after: bound.role_title }, change);
    return { outcome: 'bound', user: bound, before: user.role_title };
  });
}
