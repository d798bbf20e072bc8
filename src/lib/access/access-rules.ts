import type { Role } from '../../../contract/access/access.ts';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { foldTitle } from '../../../rules/format/texts.ts';

/** A row of the lists of roles, directions, tasks and actions, as far as rights care. */
export interface Named {
  readonly id: number;
  readonly title: string;
}

/** Everything that can be ticked for a role. */
export interface Grid {
  readonly directings: readonly Named[];
  readonly tasks: readonly Named[];
  readonly actions: readonly Named[];
}

export type Actions = ReadonlySet<number>;
export type Tasks = ReadonlyMap<number, Actions>;
/**
 * What a role allows: by direction, then by task, its actions. To stand in it is to be ticked. Never changed in place.
 * Standing actions stand below NOWHERE and again NOWHERE.
 */
export type Rights = ReadonlyMap<number, Tasks>;

/** One box: of a direction, of a task in it, or of an action of that task. */
export interface Box {
  readonly directing: number;
  readonly task?: number;
  readonly action?: number;
}

/** Tasks by direction: the part of the grid that a button acts on. */
export type Scope = ReadonlyMap<number, readonly Named[]>;

export type Tick = 'off' | 'half' | 'on';

export const NO_RIGHTS: Rights = new Map();

/** In the place of a direction and of a task: there is none. Ids of rows begin with 1. */
export const NO_DIRECTION = 0;

/** The standing actions of a role. */
export const standingOf = (rights: Rights): Actions => rights.get(NO_DIRECTION)?.get(NO_DIRECTION) ?? new Set();

/** Ticks or unticks a standing action. */
export function tickStanding(rights: Rights, action: number, isOn: boolean): Rights {
  const actions = new Set(standingOf(rights));
  if (isOn) actions.add(action);
  else actions.delete(action);
  const next = new Map(rights);
  if (actions.size > 0) next.set(NO_DIRECTION, new Map([[NO_DIRECTION, actions]]));
  else next.delete(NO_DIRECTION);
  return next;
}

/** The rights that stand in a direction. */
const placed = (rights: Rights): Rights =>
  rights.has(NO_DIRECTION) ? new Map([...rights].filter(([directing]) => directing !== NO_DIRECTION)) : rights;

const idsOf = (rows: readonly Named[]): Set<number> => new Set(rows.map(({ id }) => id));

/** A role's rights as they came, without what is no longer in the lists. */
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

/** The same rights without rows that are no longer in the lists. */
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

/** The part of the grid that a text finds by titles of directions and tasks; null for a blank text. A found direction keeps all its tasks. */
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

/** The whole grid as a scope. */
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

/** Ticks everything there is. */
export const fillRole = (rights: Rights, grid: Grid): Rights =>
  STANDING_ROWS.reduce(
    (filled: Rights, { id }) => tickStanding(filled, id, true),
    fill(rights, wholeScope(grid), grid.actions),
  );

/** Unticks the tasks of a scope; a direction that is left without tasks goes too. */
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

/** How the box of a task stands: half when only some of its actions are ticked. Without any it is a plain tick: the task is seen. */
export const taskTick = (actions: Actions | undefined, of: number): Tick =>
  actions === undefined ? 'off' : actions.size > 0 && actions.size < of ? 'half' : 'on';

/** How the box of a direction stands: half when only a part of what lies under it is ticked. */
export function directingTick(tasks: Tasks | undefined, grid: Grid): Tick {
  if (tasks === undefined) return 'off';
  return tasks.size === 0 || isFull(tasks, grid) ? 'on' : 'half';
}

/** How the helper box of a role stands. */
export function roleTick(rights: Rights, grid: Grid): Tick {
  if (rights.size === 0) return 'off';
  const directings = placed(rights);
  const isWhole =
    directings.size === grid.directings.length &&
    grid.tasks.length > 0 &&
    standingOf(rights).size === STANDING_ROWS.length;
  return isWhole && [...directings.values()].every((tasks) => isFull(tasks, grid)) ? 'on' : 'half';
}

function isFull(tasks: Tasks, grid: Grid): boolean {
  if (tasks.size < grid.tasks.length) return false;
  for (const actions of tasks.values()) if (actions.size < grid.actions.length) return false;
  return true;
}

/** Tasks and actions that are ticked, over all directions. */
export function countTicked(rights: Rights): { readonly tasks: number; readonly actions: number } {
  const counted = { tasks: 0, actions: 0 };
  for (const tasks of placed(rights).values()) {
    counted.tasks += tasks.size;
    for (const actions of tasks.values()) counted.actions += actions.size;
  }
  return counted;
}

/** Whether two roles allow the same; the order of ticking does not matter. */
export function sameRights(one: Rights, other: Rights): boolean {
  return sameMaps(one, other, sameTasks);
}

/** Whether two directions, each perhaps not ticked, allow the same. */
export function sameTasks(one: Tasks | undefined, other: Tasks | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && sameMaps(one, other, sameSets));
}

/** Whether two tasks, each perhaps not ticked, allow the same. */
export const sameActions = (one: Actions | undefined, other: Actions | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && sameSets(one, other));

const sameSets = (one: Actions, other: Actions): boolean =>
  one === other || (one.size === other.size && [...one].every((id) => other.has(id)));

function sameMaps<V>(
  one: ReadonlyMap<number, V>,
  other: ReadonlyMap<number, V>,
  same: (a: V, b: V) => boolean,
): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [id, value] of one) {
    const counterpart = other.get(id);
    if (counterpart === undefined || !same(value, counterpart)) return false;
  }
  return true;
}
