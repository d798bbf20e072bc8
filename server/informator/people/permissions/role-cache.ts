import type { Kysely } from 'kysely';
import type { Role } from '../../../../contract/informator.ts';
import type { InformatorSchema } from '../../schema.ts';
import { type Names, namesOf } from '../access/names.ts';
import { pairRows } from '../access/rows.ts';
import { nester } from './nest.ts';

/** Roles as they were read, each once. */
export interface RoleCache {
  /** A role with everything it allows; null when there is none. */
  role(id: number): Promise<Role | null>;
  /** Every role in the order they were made. */
  all(): Promise<Role[]>;
}

/** An empty cache over a database. A read that fails is not kept. */
export function openRoleCache(read: Kysely<InformatorSchema>): RoleCache {
  let names: Promise<Names> | null = null;
  const roles = new Map<number, Promise<Role | null>>();

  const known = (): Promise<Names> => {
    names ??= namesOf(read).catch((error) => {
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
    return nester(titles)(id, await pairRows(read, id));
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
