import type { Role, SettingRow } from '../../../contract/access/access.ts';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import type { Column, SheetRow, Table } from '../../platform/sheets/write-xlsx.ts';

/** Columns of a sheet (ECMA-376 limit). */
const SHEET_COLUMNS_MAX = 16_384;
export const DIRECTING_COLUMN = 'Направление';
export const TASK_COLUMN = 'Тип документа';
const TITLE_COLUMNS: readonly Column[] = [
  { header: DIRECTING_COLUMN, width: 28, kind: 'text' },
  { header: TASK_COLUMN, width: 28, kind: 'text' },
];
const MARK = '✓';
/** In the column of directions, before standing actions. */
export const NO_DIRECTION = 'Без направления';
/** The column that tells whether a role sees a direction or pair at all. */
export const SEES = 'Видит';
/** The heading of one column of a role. */
export const roleColumn = (role: string, what: string): string => `${role}: ${what}`;

type Task = Role['directings'][number]['tasks'][number];

/**
 * All roles side by side: a row per direction and pair that any role sees, below each role a mark for what it sees and
 * for each action it has. null when there are more roles than a sheet has columns for.
 */
export function matrixTable(roles: readonly Role[], actions: readonly SettingRow[]): Table | null {
  const columns = [
    ...TITLE_COLUMNS,
    ...roles.flatMap(({ title }) =>
      [SEES, ...actions.map((action) => action.title)].map(
        (what): Column => ({ header: roleColumn(title, what), width: 16, kind: 'text' }),
      ),
    ),
  ];
  if (columns.length > SHEET_COLUMNS_MAX) return null;
  const lines = linesOf(roles);
  const standing = standingRows(roles, actions.length);
  return {
    name: 'Права ролей',
    columns,
    rowCount: standing.length + lines.length,
    rows: [...standing, ...rowsOf(lines, roles, actions)],
  };
}

/** A row for each standing action that any role has; the mark of a role stands where it tells what the role sees. */
function standingRows(roles: readonly Role[], actions: number): SheetRow[] {
  const has = ({ actions: own = [] }: Role, id: number) => own.some((action) => action.id === id);
  return STANDING_ROWS.filter(({ id }) => roles.some((role) => has(role, id))).map(({ id, title }) => [
    NO_DIRECTION,
    title,
    ...roles.flatMap((role) => [has(role, id) ? MARK : '', ...Array<string>(actions).fill('')]),
  ]);
}

/** A direction as such, or one of its types. */
interface Line {
  readonly directing: SettingRow;
  readonly task: SettingRow | null;
}

/** What any role sees, in the order the directions and types were made. */
function linesOf(roles: readonly Role[]): Line[] {
  const seen = new Map<number, { directing: SettingRow; tasks: Map<number, SettingRow> }>();
  for (const directing of roles.flatMap(({ directings }) => directings)) {
    const known = seen.get(directing.id) ?? { directing, tasks: new Map() };
    seen.set(directing.id, known);
    for (const task of directing.tasks) known.tasks.set(task.id, task);
  }
  const byId = (first: { id: number }, second: { id: number }) => first.id - second.id;
  return [...seen.values()]
    .sort((first, second) => byId(first.directing, second.directing))
    .flatMap(({ directing, tasks }): Line[] => [
      { directing, task: null },
      ...[...tasks.values()].sort(byId).map((task) => ({ directing, task })),
    ]);
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
