import { NO_RIGHTS, type Rights, type Tasks } from './access-rules.ts';

type ByRole = ReadonlyMap<number, Rights>;

const NO_TASKS: Tasks = new Map();
const NO_ACTIONS: ReadonlySet<number> = new Set();

/** How many boxes of tasks, actions and standing actions differ; a direction counts where it is ticked alone. */
export function countChanges(base: Rights, current: Rights): number {
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
      if (before?.has(action) !== after?.has(action) && (before?.has(action) || after?.has(action)))
        count += 1;
  }
  return count;
}

/** Changes of several roles together. */
export const countAllChanges = (roles: ReadonlySet<number>, base: ByRole, current: ByRole): number =>
  [...roles].reduce(
    (sum, role) => sum + countChanges(base.get(role) ?? NO_RIGHTS, current.get(role) ?? NO_RIGHTS),
    0,
  );

/** Both sets of changes since `ancestor` together: a box that only one side has changed is as that side wants it. */
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
