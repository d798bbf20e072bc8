// Fills the lists, roles and profiles of the demonstration.
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Editor } from '../../contract/answers.ts';
import { recordThings } from '../platform/database/demonstration-records.ts';
import { foldSearch } from '../platform/text/fold-search.ts';
import type { PortalSource } from '../portal-database/schema.ts';
import type { ListName } from './access/lists.ts';
import { DEMO_COMPANY, DIRECTIONS, demoPermissions, PROFILES, ROLES, TASKS } from './demo-company.ts';
import { orphanedProfileUid, type PeopleContext } from './profiles/accounts.ts';
import { createProfile, findByEmail, findByUid } from './profiles/profile-store.ts';
import { bumpAccess, lockAccess, type RightsTree, replaceRights } from './roles/rights.ts';

type Ids = ReadonlyMap<string, number>;

/** Makes roles, lists and rights where there are none, and gives the administrator a role; whether it did. */
export function fillDemoAccess({ database, clock }: PeopleContext, administrator: string): Promise<boolean> {
  const now = clock();
  return database.write(async (transaction) => {
    await lockAccess(database, transaction);
    if (await hasAnyRow(transaction)) return false;
    const roles = await add(transaction, 'roles', DEMO_COMPANY.roles, now);
    const directings = await add(transaction, 'directings', DEMO_COMPANY.directions, now);
    const tasks = await add(transaction, 'tasks', DEMO_COMPANY.tasks, now);
    await replaceRights(database, transaction, rightsOf(roles, directings, tasks, await actions(transaction)));
    await bumpAccess(transaction);
    await recordThings(transaction, ROLES, [...roles.values()]);
    await recordThings(transaction, DIRECTIONS, [...directings.values()]);
    await recordThings(transaction, TASKS, [...tasks.values()]);
    const user = await findByEmail(transaction, administrator);
    if (user && user.role_id === null) {
      const role_id = roles.get(DEMO_COMPANY.administratorRole) ?? null;
      await transaction.updateTable('users').set({ role_id }).where('id', '=', user.id).execute();
    }
    return true;
  });
}

async function hasAnyRow(transaction: PortalSource): Promise<boolean> {
  for (const list of ['roles', 'directings', 'tasks'] as const) {
    if (await transaction.selectFrom(list).select('id').limit(1).executeTakeFirst()) return true;
  }
  return false;
}

async function add(transaction: PortalSource, list: ListName, titles: readonly string[], now: number): Promise<Ids> {
  const rows = await transaction
    .insertInto(list)
    .values(titles.map((title) => ({ title, title_key: foldSearch(title), created_at: now, updated_at: now })))
    .returning(['id', 'title'])
    .execute();
  return new Map(rows.map(({ id, title }) => [title, id]));
}

async function actions(transaction: PortalSource): Promise<Ids> {
  const rows = await transaction.selectFrom('actions').select(['id', 'title']).execute();
  return new Map(rows.map(({ id, title }) => [title, id]));
}

function rightsOf(roles: Ids, directings: Ids, tasks: Ids, known: Ids): Map<number, RightsTree> {
  const rights = new Map<number, Map<number, Map<number, Set<number>>>>();
  const below = <Value>(level: Map<number, Value>, id: number, empty: Value): Value => {
    const value = level.get(id) ?? empty;
    level.set(id, value);
    return value;
  };
  const idOf = (ids: Ids, title: string) => ids.get(title) ?? 0;
  for (const { role, direction, task, actions } of demoPermissions()) {
    const ofRole = below(rights, idOf(roles, role), new Map());
    const ofDirection = below(ofRole, idOf(directings, direction), new Map());
    ofDirection.set(idOf(tasks, task), new Set(actions.map((action) => idOf(known, ACTIONS[action]))));
  }
  return rights;
}

/** Gives an account a profile and a role, unless it has them; resolves to who that is, null without such a role. */
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
      { name, leftBy: await orphanedProfileUid(context, { uid, email }), now: clock() },
    );
  const made = known ?? (await add());
  const profile = made ?? (await findByUid(database.read, uid));
  if (profile?.role_id === null) {
    await database.write(async (transaction) => {
      await transaction.updateTable('users').set({ role_id: role.id }).where('uid', '=', uid).execute();
      // A profile that was there before is its owner's.
      if (made) await recordThings(transaction, PROFILES, [made.id]);
    });
  }
  return { uid, email, name: profile?.name ?? '' };
}
