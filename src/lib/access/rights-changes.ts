// Compares, combines and merges unsaved changes of rights, where two administrators edit them at once.
import { type Grid, NO_RIGHTS, type Rights, sameRights, type Tasks, withinGrid } from './access-rules.ts';

type ByRole = ReadonlyMap<number, Rights>;

const NO_TASKS: Tasks = new Map();
const NO_ACTIONS: ReadonlySet<number> = new Set();

/** How many boxes of tasks, actions and standing actions differ; a direction counts where it is ticked alone. */
function countChanges(base: Rights, current: Rights): number {
  let count = 0;
  for (const directing of union(base, current)) {
    const [before, after] = [base.get(directing), current.get(directing)];
    if (before === after) continue;
    if ((before === undefined || after === undefined) && !before?.size && !after?.size) count += 1;
    count += countInTasks(before ?? NO_TASKS, after ?? NO_TASKS, directing === 0);
  }
  return count;
}

function countInTasks(base: Tasks, current: Tasks, isStanding: boolean): number {
  let count = 0;
  for (const task of union(base, current)) {
    const [before, after] = [base.get(task), current.get(task)];
    if (before === after) continue;
    if (!isStanding && (before === undefined) !== (after === undefined)) count += 1;
    for (const action of union(before ?? NO_ACTIONS, after ?? NO_ACTIONS))
      if (before?.has(action) !== after?.has(action) && (before?.has(action) || after?.has(action))) count += 1;
  }
  return count;
}

export const countAllChanges = (roles: ReadonlySet<number>, base: ByRole, current: ByRole): number =>
  [...roles].reduce((sum, role) => sum + countChanges(base.get(role) ?? NO_RIGHTS, current.get(role) ?? NO_RIGHTS), 0);

/** Merges two changes of `ancestor`: a box that only one side changed takes the state of that side. */
export function combineRights(ancestor: Rights, ours: Rights, theirs: Rights): Rights {
  const combined = new Map<number, Tasks>();
  for (const directing of union(ours, theirs, ancestor)) {
    const [was, here, there] = [ancestor.get(directing), ours.get(directing), theirs.get(directing)];
    const tasks = combineTasks(was ?? NO_TASKS, here ?? NO_TASKS, there ?? NO_TASKS);
    if (tasks.size > 0 || wanted(!!was, !!here, !!there)) combined.set(directing, tasks);
  }
  return combined;
}

function combineTasks(ancestor: Tasks, ours: Tasks, theirs: Tasks): Tasks {
  const combined = new Map<number, ReadonlySet<number>>();
  for (const task of union(ours, theirs, ancestor)) {
    const [was, here, there] = [ancestor.get(task), ours.get(task), theirs.get(task)];
    const all = union(was ?? NO_ACTIONS, here ?? NO_ACTIONS, there ?? NO_ACTIONS);
    const actions = [...all].filter((id) => wanted(!!was?.has(id), !!here?.has(id), !!there?.has(id)));
    if (actions.length > 0 || wanted(!!was, !!here, !!there)) combined.set(task, new Set(actions));
  }
  return combined;
}

const wanted = (was: boolean, here: boolean, there: boolean): boolean => (here === was ? there : here);

const union = (...sets: readonly { keys(): Iterable<number> }[]): Set<number> =>
  new Set(sets.flatMap((set) => [...set.keys()]));

/** Unsaved ticks after a change of the settings on the server. */
interface Merged {
  /** Unsaved ticks of changed roles, the stored rights of the others. */
  readonly current: ByRole;
  /** Roles changed here and on the server. */
  readonly clashing: readonly number[];
  /** Removed roles with unsaved ticks. */
  readonly gone: readonly number[];
}

export const changedRoles = (base: ByRole, current: ByRole): number[] =>
  [...current].flatMap(([id, rights]) => (sameRights(base.get(id) ?? NO_RIGHTS, rights) ? [] : [id]));

/** Applies unsaved ticks to newer rights of the server; no tick is lost. */
export function mergeRights(base: ByRole, current: ByRole, fresh: ByRole, grid: Grid): Merged {
  const changed = new Set(changedRoles(base, current));
  const merged = new Map<number, Rights>();
  const clashing: number[] = [];
  for (const [id, theirs] of fresh) {
    const ours = changed.has(id) ? withinGrid(current.get(id) ?? NO_RIGHTS, grid) : theirs;
    merged.set(id, ours);
    if (ours !== theirs && !sameRights(theirs, withinGrid(base.get(id) ?? NO_RIGHTS, grid))) clashing.push(id);
  }
  return { current: merged, clashing, gone: [...changed].filter((id) => !fresh.has(id)) };
}
