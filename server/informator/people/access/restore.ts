import type { Kysely } from 'kysely';
import type { AccessRestore } from '../../../../contract/access.ts';
import { ACCESS_CHANGE_SHOWN } from '../../../../contract/limits.ts';
import type { InformatorSchema } from '../../schema.ts';
import { type Cells, cellNames, cellsOnlyIn, countCells } from './cells.ts';
import { namesOf } from './names.ts';
import { storedRights } from './rows.ts';
import { accessVersion } from './state.ts';
import type { RightsTree } from './tree.ts';
import { stillThere, undoSteps } from './undo.ts';

/** The rights of a role as they stood before one change, as far as their rows still exist. */
export interface Earlier {
  /** Version of the settings that the difference was made from. */
  readonly version: number;
  readonly wanted: RightsTree;
  readonly difference: AccessRestore;
}

/** Works an earlier state of a role out of its history; the reason when there is no such change, or no role any more. */
export async function earlierRights(
  read: Kysely<InformatorSchema>,
  id: number,
): Promise<Earlier | 'no change' | 'no role'> {
  // Read first: whatever is saved meanwhile is newer than this version, and stops a restore built on it.
  const version = await accessVersion(read);
  const change = await read
    .selectFrom('access_changes')
    .select('role_id')
    .where('id', '=', id)
    .where('kind', '=', 'rights')
    .executeTakeFirst();
  if (!change) return 'no change';
  const names = await namesOf(read);
  const role = change.role_id ?? 0;
  const title = names.roles.get(role);
  if (title === undefined) return 'no role';
  const steps = await read
    .selectFrom('access_changes')
    .select(['added', 'removed'])
    .where('role_id', '=', role)
    .where('kind', '=', 'rights')
    .where('id', '>=', id)
    .orderBy('id', 'desc')
    .execute();
  const now = (await storedRights(read, [role])).get(role) ?? new Map();
  const before = undoSteps(
    now,
    steps.map(({ added, removed }) => ({ added: cellsIn(added), removed: cellsIn(removed) })),
  );
  const { tree, missing } = stillThere(before, names);
  const titles = {
    directings: Object.fromEntries(names.directings),
    tasks: Object.fromEntries(names.tasks),
    actions: Object.fromEntries(names.actions),
  };
  const [added, removed] = [cellsOnlyIn(tree, now), cellsOnlyIn(now, tree)];
  return {
    version,
    wanted: tree,
    difference: {
      id,
      role: { id: role, title },
      added: cellNames(added, titles, ACCESS_CHANGE_SHOWN),
      removed: cellNames(removed, titles, ACCESS_CHANGE_SHOWN),
      addedCount: countCells(added),
      removedCount: countCells(removed),
      missing,
    },
  };
}

const cellsIn = (text: string): Cells => JSON.parse(text) as Cells;
