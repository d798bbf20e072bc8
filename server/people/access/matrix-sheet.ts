// The access matrix (what each role may do with which documents) as a sheet: written for the export, and read back.
import type { AccessSheet, Role, SettingRow } from '../../../contract/access/access.ts';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { RIGHTS_ROWS_MAX } from '../../../contract/limits.ts';
import type { TableRow, TableSheet } from '../../platform/sheet-reader/read-table.ts';
import type { Column, SheetRow, Table } from '../../platform/sheets/write-xlsx.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import * as rights from '../roles/rights.ts';

/** Columns of a sheet (ECMA-376 limit). */
const SHEET_COLUMNS_MAX = 16_384;
const DIRECTING_COLUMN = 'Направление';
const TASK_COLUMN = 'Тип документа';
const TITLE_COLUMNS: readonly Column[] = [
  { header: DIRECTING_COLUMN, width: 28, kind: 'text' },
  { header: TASK_COLUMN, width: 28, kind: 'text' },
];
const MARK = '✓';
/** The column of whether a role sees a direction or pair at all. */
const SEES = 'Видит';
const roleColumn = (role: string, what: string): string => `${role}: ${what}`;

type Task = Role['directings'][number]['tasks'][number];

type Lists = Pick<rights.AccessTitles, 'directings' | 'tasks' | 'actions'>;

/**
 * All roles side by side, a mark for what each sees and each action, in a row for every direction and every type in it:
 * what no role sees yet is ticked there. Null: more roles than a sheet has columns for.
 */
export function matrixTable(roles: readonly Role[], lists: Lists): Table | null {
  const actions = rowsIn(lists.actions);
  const columns = [
    ...TITLE_COLUMNS,
    ...roles.flatMap(({ title }) =>
      [SEES, ...actions.map((action) => action.title)].map(
        (what): Column => ({ header: roleColumn(title, what), width: 16, kind: 'text' }),
      ),
    ),
  ];
  if (columns.length > SHEET_COLUMNS_MAX) return null;
  const lines = linesOf(lists, roles);
  const standing = standingRows(roles, actions.length);
  return {
    name: 'Права ролей',
    columns,
    rowCount: standing.length + lines.length,
    rows: [...standing, ...rowsOf(lines, roles, actions)],
  };
}

const rowsIn = (titles: ReadonlyMap<number, string>): SettingRow[] => [...titles].map(([id, title]) => ({ id, title }));

/** A row for each standing action; its mark is in the column `SEES` of the role. */
function standingRows(roles: readonly Role[], actions: number): SheetRow[] {
  const has = ({ actions: own = [] }: Role, id: number) => own.some((action) => action.id === id);
  return STANDING_ROWS.map(({ id, title }) => [
    rights.NO_DIRECTION,
    title,
    ...roles.flatMap((role) => [has(role, id) ? MARK : '', ...Array<string>(actions).fill('')]),
  ]);
}

interface Line {
  readonly directing: SettingRow;
  readonly task: SettingRow | null;
}

/** Every direction and type, in the order they were made; beyond what is read back, those that any role sees. */
function linesOf({ directings, tasks }: Lists, roles: readonly Role[]): Line[] {
  const isWhole = directings.size * (tasks.size + 1) + STANDING_ROWS.length < RIGHTS_ROWS_MAX;
  const seen = new Set<string>();
  for (const directing of roles.flatMap((role) => role.directings)) {
    seen.add(`${directing.id} `);
    for (const task of directing.tasks) seen.add(`${directing.id} ${task.id}`);
  }
  return rowsIn(directings).flatMap((directing) =>
    [null, ...rowsIn(tasks)]
      .filter((task) => isWhole || seen.has(`${directing.id} ${task?.id ?? ''}`))
      .map((task): Line => ({ directing, task })),
  );
}

function* rowsOf(lines: readonly Line[], roles: readonly Role[], actions: readonly SettingRow[]): Generator<SheetRow> {
  const tasksOf = roles.map(
    ({ directings }) =>
      new Map(directings.map(({ id, tasks }) => [id, new Map(tasks.map((task): [number, Task] => [task.id, task]))])),
  );
  for (const { directing, task } of lines) {
    const marks = tasksOf.flatMap((directings) => {
      const tasks = directings.get(directing.id);
      const held = task === null ? undefined : tasks?.get(task.id);
      const sees = task === null ? tasks !== undefined : held !== undefined;
      return [sees, ...actions.map(({ id }) => held?.actions.some((action) => action.id === id) ?? false)];
    });
    yield [directing.title, task?.title ?? '', ...marks.map((mark) => (mark ? MARK : ''))];
  }
}

const YES: ReadonlySet<string> = new Set(['✓', '✔', '+', '1', 'x', 'х', 'v', 'да', 'есть', 'true', 'yes']);
const NO: ReadonlySet<string> = new Set(['', '-', '–', '—', '0', 'нет', 'false', 'no']);

/** The rights of the roles of a sheet; what it does not name or has a problem stays. A ticked box ticks those above. */
export function rightsOfSheet(
  rows: readonly TableRow[],
  head: RightsHead,
  names: rights.AccessTitles,
  before: ReadonlyMap<number, rights.RightsTree>,
): { readonly after: ReadonlyMap<number, rights.RightsTree>; readonly problems: readonly SheetProblem[] } {
  const after = new Map([...before].map(([role, tree]) => [role, withStandingEntry(tree)]));
  const problems: SheetProblem[] = [...head.problems];
  const cleared: { readonly role: number; readonly directing: number }[] = [];
  const placeOf = placeFinder(rows, head, names);
  for (const row of rows) {
    const place = placeOf(row);
    if (place === null) continue;
    if ('error' in place) problems.push({ row: row.row, ...place });
    else {
      const marks = marksIn(row, head);
      problems.push(...marks.problems);
      for (const [role, own] of marks.byRole) {
        const tree = after.get(role);
        if (!tree) continue;
        const problem =
          place.task === null
            ? setDirecting(tree, place.directing, own)
            : setPair(tree, place.directing, place.task, own);
        if (problem) problems.push({ row: row.row, error: problem, text: names.roles.get(role) ?? '' });
        if (place.task === null && own.sees === false) cleared.push({ role, directing: place.directing });
      }
    }
  }
  // Last: types below that are ticked keep their direction.
  for (const { role, directing } of cleared) {
    const tree = after.get(role);
    if (tree?.get(directing)?.size === 0) tree.delete(directing);
  }
  return { after, problems };
}

/** What one row says of one role; an action that is not named keeps what it is. */
interface Marks {
  sees?: boolean;
  readonly actions: Map<number, boolean>;
}

function setDirecting(tree: rights.OpenTree, directing: number, { sees, actions }: Marks) {
  if (sees === true && !tree.has(directing)) tree.set(directing, new Map());
  return [...actions.values()].includes(true) ? 'no task' : null;
}

function setPair(tree: rights.OpenTree, directing: number, task: number, { sees, actions }: Marks): null {
  if (directing === rights.NOWHERE) {
    const standing = tree.get(rights.NOWHERE)?.get(rights.NOWHERE) ?? new Set<number>();
    if (sees === true) standing.add(task);
    else if (sees === false) standing.delete(task);
    tree.set(...(rights.standingEntry(standing) as [number, Map<number, Set<number>>]));
    return null;
  }
  const held = tree.get(directing)?.get(task);
  const now = new Set(held);
  for (const [action, ticked] of actions) {
    if (ticked) now.add(action);
    else now.delete(action);
  }
  const isSeen = now.size > 0 || (sees ?? held !== undefined);
  if (!isSeen) tree.get(directing)?.delete(task);
  else {
    const tasks = tree.get(directing) ?? new Map<number, Set<number>>();
    tree.set(directing, tasks.set(task, now));
  }
  return null;
}

function marksIn({ row, cells }: TableRow, { roles }: RightsHead) {
  const byRole = new Map<number, Marks>();
  const problems: SheetProblem[] = [];
  for (const [column, { role, action }] of roles) {
    const text = (cells.get(column) ?? '').trim();
    const word = text.toLowerCase();
    const ticked = YES.has(word);
    if (!ticked && !NO.has(word)) {
      problems.push({ row, error: 'unknown mark', text });
      continue;
    }
    const marks = byRole.get(role) ?? { actions: new Map<number, boolean>() };
    byRole.set(role, marks);
    if (action === null) marks.sees = ticked;
    else marks.actions.set(action, ticked);
  }
  return { byRole, problems };
}

type Place = { readonly directing: number; readonly task: number | null };

/** The position of a row in the matrix; null for an empty row, and for the first of two rows with the same position. */
function placeFinder(rows: readonly TableRow[], { directing, task }: RightsHead, names: rights.AccessTitles) {
  const idsOf = (titles: ReadonlyMap<number, string>) =>
    new Map([...titles].map(([id, title]) => [foldSearch(title), id]));
  const directings = idsOf(names.directings);
  const tasks = idsOf(names.tasks);
  const standing = idsOf(new Map(STANDING_ROWS.map(({ id, title }) => [id, title])));
  const keyOf = ({ cells }: TableRow) =>
    [directing, task].map((column) => foldSearch((cells.get(column) ?? '').trim())).join('\n');
  const byKey = Map.groupBy(rows, keyOf);

  return (row: TableRow): Place | Pick<SheetProblem, 'error' | 'text'> | null => {
    const text = (column: number) => (row.cells.get(column) ?? '').trim();
    const [above, below] = [text(directing), text(task)];
    if (above === '' && below === '') return null;
    const action = foldSearch(above) === foldSearch(rights.NO_DIRECTION) ? standing.get(foldSearch(below)) : undefined;
    const id = action === undefined ? directings.get(foldSearch(above)) : rights.NOWHERE;
    if (id === undefined) return { error: 'unknown directing', text: above };
    const found = action ?? (below === '' ? null : tasks.get(foldSearch(below)));
    if (found === undefined) return { error: 'unknown task', text: below };
    const same = byKey.get(keyOf(row)) ?? [];
    // None of them is taken: which one is meant is not known.
    if (same.length > 1)
      return row === same[0] ? null : { error: 'twice', text: [above, below].filter(Boolean).join(' / ') };
    return { directing: id, task: found };
  };
}

/** A tree that says which standing actions there are, even none. */
const withStandingEntry = (tree: rights.RightsTree): rights.OpenTree =>
  rights.openTree(new Map([rights.standingEntry([]), ...tree]));

type SheetProblem = AccessSheet['problems'][number];

/** A column of a role: whether the role sees the row (action null), or has an action. */
interface RoleColumn {
  readonly role: number;
  readonly action: number | null;
}

interface RightsHead {
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
export function findMatrixHead(sheets: readonly TableSheet[], names: rights.AccessTitles) {
  for (const sheet of sheets)
    for (const row of sheet.rows.slice(0, HEADING_ROWS)) {
      const head = readHead(row, names);
      if (head) return { sheet, head };
    }
  return null;
}

function readHead({ row, cells }: TableRow, names: rights.AccessTitles): RightsHead | null {
  const at = (heading: string) => [...cells].find(([, text]) => foldSearch(text.trim()) === foldSearch(heading))?.[0];
  const directing = at(DIRECTING_COLUMN);
  const task = at(TASK_COLUMN);
  if (directing === undefined || task === undefined) return null;
  const known = knownColumns(names);
  const roles = new Map<number, RoleColumn>();
  const problems: SheetProblem[] = [];
  const headings = [...cells].filter(([column, text]) => column !== directing && column !== task && text.trim() !== '');
  const byKey = Map.groupBy(headings, ([, text]) => foldSearch(text.trim()));
  for (const [column, text] of headings) {
    const key = foldSearch(text.trim());
    const meant = known.get(key);
    const same = byKey.get(key) ?? [];
    if (meant && same.length === 1) roles.set(column, meant);
    else if (!meant) problems.push({ row, error: 'unknown column', text: text.trim() });
    else if (same[0]?.[0] !== column) problems.push({ row, error: 'twice', text: text.trim() });
  }
  return { row, directing, task, roles, problems };
}

/** Every heading that a column may have; one that would mean two things means none. */
function knownColumns({ roles, actions }: rights.AccessTitles): Map<string, RoleColumn | undefined> {
  const known = new Map<string, RoleColumn | undefined>();
  for (const [role, title] of roles)
    for (const [action, what] of [[null, SEES] as const, ...actions]) {
      const key = foldSearch(roleColumn(title, what));
      known.set(key, known.has(key) ? undefined : { role, action });
    }
  return known;
}
