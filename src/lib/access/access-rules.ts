// The ticks on the page of access rights: what a click on a box changes, and how a box stands (off, half, on).
import type { Role } from '../../../contract/access/access.ts';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { foldTitle } from '../../../rules/format/texts.ts';
import { deviceMemory } from '../platform/device-memory.ts';

export interface Named {
  readonly id: number;
  readonly title: string;
}

export interface Grid {
  readonly directings: readonly Named[];
  readonly tasks: readonly Named[];
  readonly actions: readonly Named[];
}

export type Actions = ReadonlySet<number>;
export type Tasks = ReadonlyMap<number, Actions>;
/** The ticked boxes of a role: direction → task → actions, immutable; standing actions are below NO_DIRECTION twice. */
export type Rights = ReadonlyMap<number, Tasks>;

/** One box: of a direction, of a task in it, or of an action of that task. */
interface Box {
  readonly directing: number;
  readonly task?: number;
  readonly action?: number;
}

/** Tasks by direction: the part of the grid that a button acts on. */
export type Scope = ReadonlyMap<number, readonly Named[]>;

export type Tick = 'off' | 'half' | 'on';

export const NO_RIGHTS: Rights = new Map();

/** Stands for no direction and no task. Ids of rows begin with 1. */
export const NO_DIRECTION = 0;

export const standingOf = (rights: Rights): Actions => rights.get(NO_DIRECTION)?.get(NO_DIRECTION) ?? new Set();

export function tickStanding(rights: Rights, action: number, isOn: boolean): Rights {
  const actions = new Set(standingOf(rights));
  if (isOn) actions.add(action);
  else actions.delete(action);
  const next = new Map(rights);
  if (actions.size > 0) next.set(NO_DIRECTION, new Map([[NO_DIRECTION, actions]]));
  else next.delete(NO_DIRECTION);
  return next;
}

const placed = (rights: Rights): Rights =>
  rights.has(NO_DIRECTION) ? new Map([...rights].filter(([directing]) => directing !== NO_DIRECTION)) : rights;

const idsOf = (rows: readonly Named[]): Set<number> => new Set(rows.map(({ id }) => id));

/** The rights of a role of an answer, without removed rows. */
export function rightsOf(role: Pick<Role, 'actions' | 'directings'>, grid: Grid): Rights {
  const standing = new Set(role.actions?.map(({ id }) => id));
  const rights: Map<number, Tasks> = new Map(
    role.directings.map(({ id, tasks }) => [
      id,
      new Map(tasks.map((task) => [task.id, new Set(task.actions.map((action) => action.id))])),
    ]),
  );
  if (standing.size > 0) rights.set(NO_DIRECTION, new Map([[NO_DIRECTION, standing]]));
  return withinGrid(rights, grid);
}

export function withinGrid(rights: Rights, grid: Grid): Rights {
  const [directings, tasks, actions] = [idsOf(grid.directings), idsOf(grid.tasks), idsOf(grid.actions)];
  const kept = new Map<number, Tasks>();
  const standing = STANDING_ROWS.map(({ id }) => id).filter((id) => standingOf(rights).has(id));
  if (standing.length > 0) kept.set(NO_DIRECTION, new Map([[NO_DIRECTION, new Set(standing)]]));
  for (const [directing, ofDirecting] of rights) {
    if (!directings.has(directing)) continue;
    const keptTasks = [...ofDirecting].filter(([task]) => tasks.has(task));
    kept.set(
      directing,
      new Map(keptTasks.map(([task, ticked]) => [task, new Set([...ticked].filter((id) => actions.has(id)))])),
    );
  }
  return kept;
}

/** The part of the grid whose titles contain a text; null: blank text. A found direction keeps all its tasks. */
export function findScope(grid: Grid, text: string): Scope | null {
  const wanted = foldTitle(text);
  if (wanted === '') return null;
  const tasks = grid.tasks.filter(({ title }) => foldTitle(title).includes(wanted));
  const scope = new Map<number, readonly Named[]>();
  for (const { id, title } of grid.directings) {
    if (foldTitle(title).includes(wanted)) scope.set(id, grid.tasks);
    else if (tasks.length > 0) scope.set(id, tasks);
  }
  return scope;
}

export const wholeScope = (grid: Grid): Scope => new Map(grid.directings.map(({ id }) => [id, grid.tasks]));

/** Ticks a box and everything above it. */
export function tick(rights: Rights, { directing, task, action }: Box): Rights {
  const tasks = new Map(rights.get(directing));
  if (task !== undefined) {
    const actions = tasks.get(task) ?? new Set<number>();
    tasks.set(task, action === undefined ? actions : new Set(actions).add(action));
  }
  return new Map(rights).set(directing, tasks);
}

/** Unticks a box and everything below it. */
export function untick(rights: Rights, { directing, task, action }: Box): Rights {
  const next = new Map(rights);
  const tasks = new Map(rights.get(directing));
  const actions = new Set(task === undefined ? undefined : tasks.get(task));
  if (task === undefined) next.delete(directing);
  else if (!tasks.has(task)) return rights;
  else if (action === undefined) {
    tasks.delete(task);
    next.set(directing, tasks);
  } else {
    actions.delete(action);
    next.set(directing, tasks.set(task, actions));
  }
  return next;
}

/** Ticks everything of a scope: its directions, their tasks, all actions. */
export function fill(rights: Rights, scope: Scope, actions: readonly Named[]): Rights {
  const all = idsOf(actions);
  const next = new Map(rights);
  for (const [directing, tasks] of scope) {
    const filled = new Map(rights.get(directing));
    for (const { id } of tasks) filled.set(id, all);
    next.set(directing, filled);
  }
  return next;
}

export const fillRole = (rights: Rights, grid: Grid): Rights =>
  STANDING_ROWS.reduce(
    (filled: Rights, { id }) => tickStanding(filled, id, true),
    fill(rights, wholeScope(grid), grid.actions),
  );

/** Unticks the tasks of a scope, and directions left without tasks. */
export function clear(rights: Rights, scope: Scope): Rights {
  const next = new Map(rights);
  for (const [directing, tasks] of scope) {
    const left = new Map(rights.get(directing));
    for (const { id } of tasks) left.delete(id);
    if (left.size === 0) next.delete(directing);
    else next.set(directing, left);
  }
  return next;
}

/** The box of a task: half when some of its `of` actions are ticked; on when none is, as the task is visible then. */
export const taskTick = (actions: Actions | undefined, of: number): Tick =>
  actions === undefined ? 'off' : actions.size > 0 && actions.size < of ? 'half' : 'on';

/** The box of a direction: half when some boxes below it are ticked. */
export function directingTick(tasks: Tasks | undefined, grid: Grid): Tick {
  if (tasks === undefined) return 'off';
  return tasks.size === 0 || isFull(tasks, grid) ? 'on' : 'half';
}

/** The box of a role, which ticks everything. */
export function roleTick(rights: Rights, grid: Grid): Tick {
  if (rights.size === 0) return 'off';
  const directings = placed(rights);
  const isWhole =
    directings.size === grid.directings.length &&
    grid.tasks.length > 0 &&
    standingOf(rights).size === STANDING_ROWS.length;
  return isWhole && [...directings.values()].every((tasks) => isFull(tasks, grid)) ? 'on' : 'half';
}

const isFull = (tasks: Tasks, grid: Grid): boolean =>
  tasks.size >= grid.tasks.length && [...tasks.values()].every((actions) => actions.size >= grid.actions.length);

export function countTicked(rights: Rights): { readonly tasks: number; readonly actions: number } {
  const counted = { tasks: 0, actions: 0 };
  for (const tasks of placed(rights).values()) {
    counted.tasks += tasks.size;
    for (const actions of tasks.values()) counted.actions += actions.size;
  }
  return counted;
}

export const sameRights = (one: Rights, other: Rights): boolean => sameMaps(one, other, sameTasks);

/** Whether two directions, undefined if not ticked, have the same ticks. */
export function sameTasks(one: Tasks | undefined, other: Tasks | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && sameMaps(one, other, sameSets));
}

/** Whether two tasks, undefined if not ticked, have the same ticks. */
export const sameActions = (one: Actions | undefined, other: Actions | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && sameSets(one, other));

const sameSets = (one: Actions, other: Actions): boolean =>
  one === other || (one.size === other.size && [...one].every((id) => other.has(id)));

function sameMaps<V>(one: ReadonlyMap<number, V>, other: ReadonlyMap<number, V>, same: (a: V, b: V) => boolean) {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [id, value] of one) {
    const counterpart = other.get(id);
    if (counterpart === undefined || !same(value, counterpart)) return false;
  }
  return true;
}

/** The column of the box of the task itself: its documents are visible. Columns of actions have the ids of actions. */
export const SEES = 0;

export const hasMark = (actions: Actions | undefined, column: number): boolean =>
  column === SEES ? actions !== undefined : (actions?.has(column) ?? false);

/** How many of the shown tasks of a direction have a mark, by column in the order of `columns`. */
export function countMarks(tasks: Tasks | undefined, shown: readonly Named[], columns: readonly number[]): number[] {
  const counts = columns.map(() => 0);
  if (!tasks || tasks.size === 0) return counts;
  for (const { id } of shown) {
    const actions = tasks.get(id);
    if (!actions) continue;
    for (const [at, column] of columns.entries()) if (hasMark(actions, column)) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** How a box stands that stands for `of` boxes. */
export const manyTick = (count: number, of: number): Tick => (count === 0 ? 'off' : count < of ? 'half' : 'on');

export const addUp = (rows: readonly (readonly number[])[], width: number): number[] =>
  Array.from({ length: width }, (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));

/** Ticks or unticks one mark; a direction left without tasks goes, unless `base` has it ticked alone. */
export function setMark(
  rights: Rights,
  { directing, task }: Required<Pick<Box, 'directing' | 'task'>>,
  column: number,
  isOn: boolean,
  base: Rights,
): Rights {
  const box: Box = column === SEES ? { directing, task } : { directing, task, action: column };
  return isOn ? tick(rights, box) : withoutEmpty(untick(rights, box), directing, base);
}

/** Ticks or unticks the marks of some columns for all tasks of a scope; to untick SEES takes a task away whole. */
export function setMarks(
  rights: Rights,
  scope: Scope,
  columns: readonly number[],
  isOn: boolean,
  base: Rights,
): Rights {
  let next = new Map(rights);
  const actions = columns.filter((column) => column !== SEES);
  for (const [directing, shown] of scope) {
    const tasks = new Map(rights.get(directing));
    for (const { id } of shown) {
      const old = tasks.get(id);
      if (isOn) tasks.set(id, new Set([...(old ?? []), ...actions]));
      else if (columns.includes(SEES)) tasks.delete(id);
      else if (old) tasks.set(id, new Set([...old].filter((action) => !actions.includes(action))));
    }
    if (isOn ? shown.length === 0 : !rights.has(directing)) continue;
    next = new Map(withoutEmpty(next.set(directing, tasks), directing, base));
  }
  return next;
}

function withoutEmpty(rights: Rights, directing: number, base: Rights): Rights {
  if (rights.get(directing)?.size !== 0 || base.get(directing)?.size === 0) return rights;
  const next = new Map(rights);
  next.delete(directing);
  return next;
}

/** The tasks whose titles contain a text; all for a blank one. */
export function findTasks(tasks: readonly Named[], text: string): readonly Named[] {
  const wanted = foldTitle(text);
  return wanted === '' ? tasks : tasks.filter(({ title }) => foldTitle(title).includes(wanted));
}

export interface GridFilter {
  readonly role: number | null;
  readonly directing: number | null;
  /** Part of the title of a document type. */
  readonly task: string;
}

const idIn = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The filter of an address; unreadable values are ignored. */
export function gridFilterOf(search: string): GridFilter {
  const query = new URLSearchParams(search);
  return { role: idIn(query.get('role')), directing: idIn(query.get('directing')), task: query.get('task') ?? '' };
}

/** A query with this filter; other parameters are kept. */
export function withGridFilter(search: string, { role, directing, task }: GridFilter): string {
  const query = new URLSearchParams(search);
  const put = (name: string, value: string | number | null) =>
    value === null || value === '' ? query.delete(name) : query.set(name, String(value));
  put('role', role);
  put('directing', directing);
  put('task', task.trim());
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export const ACCESS_VIEWS = ['grid', 'levels'] as const;
export type AccessView = (typeof ACCESS_VIEWS)[number];

const KEY = 'accessView';

const known = (text: string | null): AccessView | undefined => ACCESS_VIEWS.find((view) => view === text);

/** The view named in the address, else the one chosen on this device. */
export const accessViewOf = (search: string): AccessView =>
  known(new URLSearchParams(search).get('view')) ?? known(deviceMemory.getItem(KEY)) ?? 'grid';

export const keepAccessView = (view: AccessView): boolean => deviceMemory.setItem(KEY, view);

/** The query of a view, without the filter of the table. */
export const viewQuery = (view: AccessView): string => `?view=${view}`;
