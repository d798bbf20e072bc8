import type { Kysely } from 'kysely';
import type { AccessSheet } from '../../../../contract/access.ts';
import { ACCESS_CHANGE_SHOWN } from '../../../../contract/limits.ts';
import type { TableSheet } from '../../../sheets/read-table.ts';
import type { InformatorSchema } from '../../schema.ts';
import { cellNames, cellsOnlyIn, countCells } from './cells.ts';
import type { WantedRights } from './form.ts';
import { namesOf } from './names.ts';
import { storedRights } from './rows.ts';
import { rightsHead } from './sheet-columns.ts';
import { rightsOfSheet } from './sheet-rights.ts';
import { accessVersion } from './state.ts';
import type { RightsTree } from './tree.ts';

/** What a sheet of rights would change, and how. */
export interface SheetDifference {
  /** Version of the settings that the difference was made from. */
  readonly version: number;
  /** The roles that change, with all their rights. */
  readonly wanted: WantedRights;
  readonly difference: AccessSheet;
}

/** Problems that are told by themselves. */
const PROBLEMS_SHOWN = 200;
const NO_RIGHTS: RightsTree = new Map();

/** Holds a sheet of rights against those that are stored; null when no sheet begins as the matrix does. */
export async function sheetDifference(
  read: Kysely<InformatorSchema>,
  sheets: readonly TableSheet[],
): Promise<SheetDifference | null> {
  // Read first: whatever is saved meanwhile is newer than this version, and stops a save built on it.
  const version = await accessVersion(read);
  const names = await namesOf(read);
  const found = rightsHead(sheets, names);
  if (!found) return null;
  const { head, sheet } = found;
  const roles = [...new Set([...head.roles.values()].map(({ role }) => role))];
  const before = await storedRights(read, roles);
  const rows = sheet.rows.filter(({ row }) => row > head.row);
  const { after, problems } = rightsOfSheet(rows, head, names, before);
  const titles = {
    directings: Object.fromEntries(names.directings),
    tasks: Object.fromEntries(names.tasks),
    actions: Object.fromEntries(names.actions),
  };
  const changed = roles
    .map((role) => {
      const [now, then] = [before.get(role) ?? NO_RIGHTS, after.get(role) ?? NO_RIGHTS];
      const [added, removed] = [cellsOnlyIn(then, now), cellsOnlyIn(now, then)];
      return {
        role: { id: role, title: names.roles.get(role) ?? '' },
        added: cellNames(added, titles, ACCESS_CHANGE_SHOWN),
        removed: cellNames(removed, titles, ACCESS_CHANGE_SHOWN),
        addedCount: countCells(added),
        removedCount: countCells(removed),
      };
    })
    .filter(({ addedCount, removedCount }) => addedCount + removedCount > 0);
  return {
    version,
    wanted: new Map(changed.map(({ role }) => [role.id, after.get(role.id) ?? NO_RIGHTS])),
    difference: {
      roles: changed,
      same: roles.length - changed.length,
      absent: names.roles.size - roles.length,
      problems: problems.slice(0, PROBLEMS_SHOWN),
      problemCount: problems.length,
    },
  };
}
