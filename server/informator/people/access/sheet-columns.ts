import type { AccessSheet } from '../../../../contract/access.ts';
import type { TableRow, TableSheet } from '../../../sheets/read-table.ts';
import { foldSearch } from '../../../text/fold-search.ts';
import { DIRECTING_COLUMN, roleColumn, SEES, TASK_COLUMN } from './matrix.ts';
import type { Names } from './names.ts';

/** What cannot be read of a sheet, and where. */
export type SheetProblem = AccessSheet['problems'][number];

/** What a column of a role tells: whether it sees (null), or whether it has an action. */
export interface RoleColumn {
  readonly role: number;
  readonly action: number | null;
}

/** The head of a sheet of rights. */
export interface RightsHead {
  readonly row: number;
  readonly directing: number;
  readonly task: number;
  /** Columns of roles by their number. */
  readonly roles: ReadonlyMap<number, RoleColumn>;
  readonly problems: readonly SheetProblem[];
}

/** Headings stand within the first rows. */
const HEADING_ROWS = 20;

/** The first sheet that begins as the matrix does, and its head; null when none does. */
export function rightsHead(
  sheets: readonly TableSheet[],
  names: Names,
): { readonly sheet: TableSheet; readonly head: RightsHead } | null {
  for (const sheet of sheets)
    for (const row of sheet.rows.slice(0, HEADING_ROWS)) {
      const head = headIn(row, names);
      if (head) return { sheet, head };
    }
  return null;
}

function headIn({ row, cells }: TableRow, names: Names): RightsHead | null {
  const at = (heading: string) =>
    [...cells].find(([, text]) => foldSearch(text.trim()) === foldSearch(heading))?.[0];
  const directing = at(DIRECTING_COLUMN);
  const task = at(TASK_COLUMN);
  if (directing === undefined || task === undefined) return null;
  const known = knownColumns(names);
  const roles = new Map<number, RoleColumn>();
  const problems: SheetProblem[] = [];
  const seen = new Set<string>();
  for (const [column, text] of cells) {
    if (column === directing || column === task || text.trim() === '') continue;
    const key = foldSearch(text.trim());
    const meant = known.get(key);
    if (meant && !seen.has(key)) roles.set(column, meant);
    else problems.push({ row, error: meant ? 'twice' : 'unknown column', text: text.trim() });
    seen.add(key);
  }
  return { row, directing, task, roles, problems };
}

/** Every heading that a column may have; one that would mean two things means none. */
function knownColumns({ roles, actions }: Names): Map<string, RoleColumn | undefined> {
  const known = new Map<string, RoleColumn | undefined>();
  for (const [role, title] of roles)
    for (const [action, what] of [[null, SEES] as const, ...actions]) {
      const key = foldSearch(roleColumn(title, what));
      known.set(key, known.has(key) ? undefined : { role, action });
    }
  return known;
}
