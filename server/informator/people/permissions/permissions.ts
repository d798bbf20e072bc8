import type { Kysely } from 'kysely';
import type { ActionTitle, SettingRow } from '../../../../contract/access.ts';
import type { StandingAction } from '../../../../contract/actions.ts';
import type { Role } from '../../../../contract/informator.ts';
import type { Pair } from '../../pair.ts';
import type { InformatorSchema } from '../../schema.ts';
import { accessVersion } from '../access/state.ts';
import { openRoleCache, type RoleCache } from './role-cache.ts';

/** A pair that a user sees, with the actions allowed there. */
export interface OwnPair {
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
  /** Whether the first role of a user allows an action on a pair. */
  mayOn(uid: string, pair: Pair, action: ActionTitle): Promise<boolean>;
  /** Whether the first role of a user sees a pair, whatever it may do there. */
  sees(uid: string, pair: Pair): Promise<boolean>;
  /** Whether the first role of a user allows a standing action. */
  allows(uid: string, action: StandingAction): Promise<boolean>;
  /** The pairs that the first role of a user sees, whatever it may do there. */
  pairsOf(uid: string): Promise<OwnPair[]>;
}

/** Rights over a database; what roles allow is kept as long as the version of the settings stays. */
export function openPermissions(read: Kysely<InformatorSchema>): Permissions {
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
    mayOn: async (uid, pair, action) => allowsOn(await roleOf(uid), pair, action),
    allows: async (uid, action) =>
      (await roleOf(uid))?.actions?.some(({ title }) => title === action) ?? false,
    sees: async (uid, pair) => actionsOn(await roleOf(uid), pair) !== undefined,
    pairsOf: async (uid) => pairsOfRole(await roleOf(uid)),
  };
}

/** What a role may do on a pair; undefined when it does not see it. */
const actionsOn = (role: Role | null, { directing, task }: Pair): readonly SettingRow[] | undefined =>
  role?.directings.find(({ id }) => id === directing)?.tasks.find(({ id }) => id === task)?.actions;

const allowsOn = (role: Role | null, pair: Pair, action: ActionTitle): boolean =>
  actionsOn(role, pair)?.some(({ title }) => title === action) ?? false;

const pairsOfRole = (role: Role | null): OwnPair[] =>
  (role?.directings ?? []).flatMap(({ id, title, tasks }) =>
    tasks.map((task) => ({
      directing: { id, title },
      task: { id: task.id, title: task.title },
      actions: task.actions,
    })),
  );
