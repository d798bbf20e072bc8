// Answers what a user may do, from roles that are cached until the settings of access change. Saving them is in
// ../access/save.ts.
import type { Role, SettingRow } from '../../../contract/access/access.ts';
import { STANDING_ROWS, type StandingAction } from '../../../contract/access/actions.ts';
import { actionIds, type Pair, type PortalSource } from '../../portal-database/schema.ts';
import { type AccessTitles, accessVersion, pairRows, type RoleRows, readAccessTitles } from './rights.ts';

interface OwnPair {
  readonly directing: SettingRow;
  readonly task: SettingRow;
  readonly actions: readonly SettingRow[];
}

/** Who may do what: asked of the database each time, so that a change acts on the next call in every process. */
export interface Permissions {
  /** The first role of a user with everything it allows, null without one. */
  roleOf(uid: string): Promise<Role | null>;
  /** A role with everything it allows, null when there is none. */
  role(id: number): Promise<Role | null>;
  /** Every role in the order they were made, and the version of the settings that they show at least. */
  all(): Promise<{ readonly version: number; readonly roles: Role[] }>;
  /** What the first role of a user allows on a pair, in one question; null where it does not see the pair. */
  actionsOn(uid: string, pair: Pair): Promise<ReadonlySet<string> | null>;
  /** Whether the first role of a user allows a standing action. */
  allows(uid: string, action: StandingAction): Promise<boolean>;
  /** The pairs that the first role of a user sees, whatever it may do there. */
  pairsOf(uid: string): Promise<OwnPair[]>;
}

/** Rights over a database; what roles allow is kept as long as the version of the settings stays. */
export function openPermissions(read: PortalSource): Permissions {
  let kept: { readonly version: number; readonly cache: RoleCache } | null = null;

  /** What is known at this version; rows read later are at least as new, never older. */
  function at(version: number): RoleCache {
    if (kept?.version !== version) kept = { version, cache: openRoleCache(read) };
    return kept.cache;
  }

  async function roleOf(uid: string): Promise<Role | null> {
    const row = await read
      .selectFrom('users')
      .innerJoin('access_state', (join) => join.onTrue())
      .select(['role_id', 'version'])
      .where('uid', '=', uid)
      .executeTakeFirst();
    return row?.role_id ? at(row.version).role(row.role_id) : null;
  }

  return {
    roleOf,
    role: async (id) => at(await accessVersion(read)).role(id),
    all: async () => {
      const version = await accessVersion(read);
      return { version, roles: await at(version).all() };
    },
    actionsOn: async (uid, { directing, task }) => {
      const directings = (await roleOf(uid))?.directings;
      const found = directings?.find(({ id }) => id === directing)?.tasks.find(({ id }) => id === task);
      return found ? new Set(found.actions.map(({ title }) => title)) : null;
    },
    allows: async (uid, action) => (await roleOf(uid))?.actions?.some(({ title }) => title === action) ?? false,
    pairsOf: async (uid) => pairsOfRole(await roleOf(uid)),
  };
}

const pairsOfRole = (role: Role | null): OwnPair[] =>
  (role?.directings ?? []).flatMap(({ id, title, tasks }) =>
    tasks.map((task) => ({
      directing: { id, title },
      task: { id: task.id, title: task.title },
      actions: task.actions,
    })),
  );

interface RoleCache {
  role(id: number): Promise<Role | null>;
  /** Every role in the order they were made. */
  all(): Promise<Role[]>;
}

/** An empty cache over a database. A read that fails is not kept. */
function openRoleCache(read: PortalSource): RoleCache {
  let names: Promise<AccessTitles> | null = null;
  const roles = new Map<number, Promise<Role | null>>();

  const known = (): Promise<AccessTitles> => {
    names ??= readAccessTitles(read).catch((error) => {
      names = null;
      throw error;
    });
    return names;
  };

  function role(id: number): Promise<Role | null> {
    const kept = roles.get(id);
    if (kept) return kept;
    const loading = load(id).catch((error) => {
      roles.delete(id);
      throw error;
    });
    roles.set(id, loading);
    return loading;
  }

  async function load(id: number): Promise<Role | null> {
    const titles = await known();
    if (!titles.roles.has(id)) return null;
    return withTitles(titles)(id, await pairRows(read, id));
  }

  return {
    role,
    all: async () => {
      const found: Role[] = [];
      // One after another: the embedded database answers on the main thread, and others get their turn between roles.
      for (const id of (await known()).roles.keys()) {
        const one = await role(id);
        if (one) found.push(one);
      }
      return found;
    },
  };
}

/** Gives stored rows their titles; pairs with the same actions share one list. A row that came since is left out. */
function withTitles(names: AccessTitles): (id: number, rows: RoleRows) => Role {
  const { roles, directings, tasks, actions, ordered } = names;
  const lists = new Map<string, SettingRow[]>();
  const row = (titles: ReadonlyMap<number, string>, id: number): SettingRow => ({ id, title: titles.get(id) ?? '' });
  const actionsOf = (list: string): SettingRow[] => {
    const known =
      lists.get(list) ??
      actionIds(list)
        .filter((id) => actions.has(id))
        .map((id) => row(actions, id));
    lists.set(list, known);
    return known;
  };

  return (id, rows) => {
    const standing = STANDING_ROWS.filter((action) => rows.standing.includes(action.id));
    const role: Role = { ...row(roles, id), ...(standing.length > 0 && { actions: [...standing] }), directings: [] };
    const below = new Map<number, Role['directings'][number]>();
    for (const { directing_id } of rows.directings) {
      if (!directings.has(directing_id)) continue;
      const directing = { ...row(directings, directing_id), tasks: [] };
      below.set(directing_id, directing);
      role.directings.push(directing);
    }
    for (const { directing_id, task_id, actions: list } of rows.pairs) {
      if (!tasks.has(task_id)) continue;
      const task = { ...row(tasks, task_id), ...(ordered.has(task_id) && { ordered: true }), actions: actionsOf(list) };
      below.get(directing_id)?.tasks.push(task);
    }
    return role;
  };
}

/** Texts of roles that are still known: thousands of rights each, the same for every reader. */
const texts = new WeakMap<Role, string>();

/** Roles as JSON text; each is written once as long as it stays known. */
export const rolesText = (roles: readonly Role[]): string => `[${roles.map(textOf).join(',')}]`;

function textOf(role: Role): string {
  const text = texts.get(role) ?? JSON.stringify(role);
  texts.set(role, text);
  return text;
}
