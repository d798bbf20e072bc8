import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import {
  type Actions,
  type Grid,
  type Named,
  NO_DIRECTION,
  NO_RIGHTS,
  type Rights,
  sameRights,
  standingOf,
  type Tasks,
  withinGrid,
} from './access-rules.ts';
import { access } from './access-texts.ts';

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
      if (before?.has(action) !== after?.has(action) && (before?.has(action) || after?.has(action))) count += 1;
  }
  return count;
}

/** Changes of several roles together. */
export const countAllChanges = (roles: ReadonlySet<number>, base: ByRole, current: ByRole): number =>
  [...roles].reduce((sum, role) => sum + countChanges(base.get(role) ?? NO_RIGHTS, current.get(role) ?? NO_RIGHTS), 0);

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

type MergedByRole = ReadonlyMap<number, Rights>;

/** What becomes of unsaved ticks when the settings have changed on the server meanwhile. */
interface Merged {
  /** Unsaved ticks where there were any, the server's state elsewhere. */
  readonly current: MergedByRole;
  /** Roles that were changed here and there. */
  readonly clashing: readonly number[];
  /** Roles with unsaved ticks that are gone. */
  readonly gone: readonly number[];
}

/** Roles whose ticks differ from the saved state. */
export const changedRoles = (base: MergedByRole, current: MergedByRole): number[] =>
  [...current].flatMap(([id, rights]) => (sameRights(base.get(id) ?? NO_RIGHTS, rights) ? [] : [id]));

/** Puts unsaved ticks upon a newer state of the server; nothing that was ticked here is lost. */
export function mergeRights(base: MergedByRole, current: MergedByRole, fresh: MergedByRole, grid: Grid): Merged {
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

/** What one of two roles allows for a pair and the other does not. */
interface Side {
  /** Whether the pair is ticked at all. */
  readonly sees: boolean;
  /** Actions that only this role allows. */
  readonly only: readonly Named[];
}

/** A pair that two roles treat differently. */
interface Difference {
  readonly directing: Named;
  readonly task: Named;
  readonly left: Side;
  readonly right: Side;
}

/** Where two roles differ, in the order of the lists. */
export function compareRights(left: Rights, right: Rights, grid: Grid): Difference[] {
  const side = (own: Actions | undefined, other: Actions | undefined): Side => ({
    sees: own !== undefined,
    only: grid.actions.filter(({ id }) => own?.has(id) && !other?.has(id)),
  });
  const nowhere = { id: NO_DIRECTION, title: access.noDirection };
  const standing = STANDING_ROWS.filter(({ id }) => standingOf(left).has(id) !== standingOf(right).has(id)).map(
    (action): Difference => {
      const one = (rights: Rights): Side => ({
        sees: true,
        only: standingOf(rights).has(action.id) ? [action] : [],
      });
      return {
        directing: nowhere,
        task: { id: -action.id, title: action.title },
        left: one(left),
        right: one(right),
      };
    },
  );
  const pairs = grid.directings.flatMap((directing) =>
    grid.tasks.flatMap((task) => {
      const [ours, theirs] = [left.get(directing.id)?.get(task.id), right.get(directing.id)?.get(task.id)];
      const row = { directing, task, left: side(ours, theirs), right: side(theirs, ours) };
      const differs = row.left.sees !== row.right.sees || row.left.only.length > 0 || row.right.only.length > 0;
      return differs ? [row] : [];
    }),
  );
  return [...standing, ...pairs];
}

/** A ticked box without anything ticked below it. */
const ALONE = ['on'] as const;

type Level = { readonly [name: string]: string | readonly string[] | Level };

/** Rights by role in the naming of the form of access settings. A role that allows nothing is sent empty, which clears it. */
export function accessForm(roles: ReadonlyMap<number, Rights>): Level {
  return Object.fromEntries(
    [...roles].map(([role, rights]) => [
      nameOf(role),
      rights.size === 0 ? '' : { action: standing(rights), ...placed(rights) },
    ]),
  );
}

/** The standing actions of a role: always named, so that those left out are taken away. */
const standing = (rights: Rights): Level[string] => {
  const actions = standingOf(rights);
  return actions.size === 0 ? '' : level(new Map([...actions].map((id) => [id, true])), () => 'on');
};

const placed = (rights: Rights): Level =>
  level(new Map([...rights].filter(([directing]) => directing !== NO_DIRECTION)), (tasks) =>
    ticked(tasks, (actions) => ticked(new Map([...actions].map((id) => [id, true])), () => 'on')),
  );

const nameOf = (id: number): string => `id_${id}`;

function level<V>(rows: ReadonlyMap<number, V>, below: (value: V) => Level[string]): Level {
  return Object.fromEntries([...rows].map(([id, value]) => [nameOf(id), below(value)]));
}

/** A ticked level: its own tick under `0`, then what is ticked below it. */
const ticked = <V>(rows: ReadonlyMap<number, V>, below: (value: V) => Level[string]): Level[string] =>
  rows.size === 0 ? ALONE : { 0: 'on', ...level(rows, below) };
