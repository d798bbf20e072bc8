import type { SettingRow } from '../../../../contract/access.ts';
import { STANDING_ROWS } from '../../../../contract/actions.ts';
import type { Role } from '../../../../contract/informator.ts';
import type { Names } from '../access/names.ts';
import type { RoleRows } from '../access/rows.ts';
import { actionIds } from '../access/tree.ts';

/**
 * Gives stored rows their titles; pairs with the same actions share one list of them. A row that came between the
 * reading of titles and rows has none yet, and is left to the next reading.
 */
export function nester(names: Names): (id: number, rows: RoleRows) => Role {
  const { roles, directings, tasks, actions, ordered } = names;
  const lists = new Map<string, SettingRow[]>();
  const row = (titles: ReadonlyMap<number, string>, id: number): SettingRow => ({
    id,
    title: titles.get(id) ?? '',
  });
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
    const role: Role = {
      ...row(roles, id),
      ...(standing.length > 0 && { actions: [...standing] }),
      directings: [],
    };
    const below = new Map<number, Role['directings'][number]>();
    for (const { directing_id } of rows.directings) {
      if (!directings.has(directing_id)) continue;
      const directing = { ...row(directings, directing_id), tasks: [] };
      below.set(directing_id, directing);
      role.directings.push(directing);
    }
    for (const { directing_id, task_id, actions: list } of rows.pairs) {
      if (!tasks.has(task_id)) continue;
      below.get(directing_id)?.tasks.push({
        ...row(tasks, task_id),
        ...(ordered.has(task_id) && { ordered: true }),
        actions: actionsOf(list),
      });
    }
    return role;
  };
}
