// Says which routes in force a change of rights or roles would break, before it is saved: the change is made inside a
// transaction, the routes are resolved by the rules that decide after it, and all is rolled back.
import type { BrokenRoutes } from '../../../contract/access/access.ts';
import type { PortalChange, PortalSource } from '../../portal-database/schema.ts';
import { type Affected, disabledOf, type PeopleContext } from './accounts.ts';
import { emailColumns } from './profile-store.ts';

const NOTHING: BrokenRoutes = { templates: [], templateCount: 0, signatories: [], signatoryCount: 0 };

/** Ends a transaction whose changes are not to stay, and carries what they showed. */
class Examined extends Error {
  readonly broken: BrokenRoutes;
  constructor(broken: BrokenRoutes) {
    super('the examined change is rolled back');
    this.broken = broken;
  }
}

/** What of the routes in force `change` would break; where it affects none, it is not made. Throws what it throws, and 503 without the auth service. */
export async function examineChange(
  context: PeopleContext,
  affected: Affected,
  change: (transaction: PortalChange) => Promise<void>,
): Promise<BrokenRoutes> {
  if (affected.roles.length + affected.uids.length === 0) return NOTHING;
  const { database, documents } = context;
  const cast = await documents.castOfTemplates(database.read);
  const disabled = await disabledOf(context, [...new Set([...cast, ...affected.uids])]);
  try {
    return await database.write(async (transaction) => {
      throw new Examined(await documents.brokenBy(transaction, affected, disabled, () => change(transaction)));
    });
  } catch (error) {
    if (error instanceof Examined) return error.broken;
    throw error;
  }
}

/** Another role (null: none) of a person; one without an account yet has no uid. */
interface OtherRole {
  readonly uid: string | null;
  readonly email: string;
  readonly roleId: number | null;
}

/**
 * What of the routes in force other roles of people would break. People without a profile take part: they may step in
 * for those who lose a role. Where none of them loses a role nothing can break.
 */
export async function examineRoles(context: PeopleContext, given: readonly OtherRole[]): Promise<BrokenRoutes> {
  const uids = given.flatMap(({ uid }) => uid ?? []);
  const roles = await rolesOfProfiles(context.database.read, uids);
  if (given.every(({ uid, roleId }) => uid === null || (roles.get(uid) ?? roleId) === roleId)) return NOTHING;
  return examineChange(context, { roles: [], uids }, async (transaction) => {
    const profiles = await rolesOfProfiles(transaction, uids);
    const known = given.filter(({ uid }) => profiles.has(uid));
    for (const [roleId, people] of Map.groupBy(known, (person) => person.roleId)) {
      const ofRole = people.flatMap(({ uid }) => uid ?? []);
      await transaction.updateTable('users').set({ role_id: roleId }).where('uid', 'in', ofRole).execute();
    }
    const others = given.filter(({ uid }) => !profiles.has(uid));
    if (others.length > 0)
      await transaction
        .insertInto('users')
        .values(
          others.map(({ uid, email, roleId }) => ({
            ...{ uid: uid ?? `examined ${email}`, name: null, photo: null, ...emailColumns({ name: null }, email) },
            ...{ role_id: roleId, created_at: context.clock(), updated_at: context.clock() },
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

/** Which of these people have a profile, and its role, by uid. */
async function rolesOfProfiles(
  source: PortalSource,
  uids: readonly string[],
): Promise<Map<string | null, number | null>> {
  if (uids.length === 0) return new Map();
  const rows = await source.selectFrom('users').select(['uid', 'role_id']).where('uid', 'in', uids).execute();
  return new Map(rows.map(({ uid, role_id }) => [uid, role_id]));
}
