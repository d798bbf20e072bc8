import type { Cells } from './cells.ts';
import type { Names } from './names.ts';
import { NOWHERE, type RightsTree, standingEntry } from './tree.ts';

/** What a change of rights added and removed. */
interface Step {
  readonly added: Cells;
  readonly removed: Cells;
}

type Open = Map<number, Map<number, Set<number>>>;

/** The rights as they stood before `steps`, which come newest first. */
export function undoSteps(tree: RightsTree, steps: Iterable<Step>): RightsTree {
  const open: Open = new Map(
    [...tree].map(([directing, tasks]) => [
      directing,
      new Map([...tasks].map(([task, actions]) => [task, new Set(actions)])),
    ]),
  );
  for (const { added, removed } of steps) {
    for (const cell of added) take(open, cell);
    for (const cell of removed) give(open, cell);
  }
  return open;
}

function take(open: Open, [directing, task, ...marks]: Cells[number]): void {
  if (directing !== NOWHERE && task === NOWHERE) return void open.delete(directing);
  const actions = open.get(directing)?.get(task);
  for (const mark of marks) {
    if (mark === NOWHERE) open.get(directing)?.delete(task);
    else actions?.delete(mark);
  }
}

function give(open: Open, [directing, task, ...marks]: Cells[number]): void {
  const tasks = open.get(directing) ?? new Map<number, Set<number>>();
  open.set(directing, tasks);
  if (directing !== NOWHERE && task === NOWHERE) return;
  const actions = tasks.get(task) ?? new Set<number>();
  tasks.set(task, actions);
  for (const mark of marks) if (mark !== NOWHERE) actions.add(mark);
}

const growing = (one: number, other: number): number => one - other;

/** In the order the rows were made: names read the same however often rights went and came. */
const byId = <V>(rows: ReadonlyMap<number, V>): [number, V][] =>
  [...rows].sort(([one], [other]) => growing(one, other));

/** The part of a tree whose rows still exist, standing actions always named; `missing` counts the boxes left out. */
export function stillThere(
  tree: RightsTree,
  { directings, tasks, actions }: Names,
): { readonly tree: RightsTree; readonly missing: number } {
  const kept: Open = new Map();
  let missing = 0;
  for (const [directing, below] of byId(tree)) {
    if (directing === NOWHERE) continue;
    const keptTasks = new Map<number, Set<number>>();
    for (const [task, ids] of byId(below)) {
      const isThere = directings.has(directing) && tasks.has(task);
      const left = [...ids].filter((id) => isThere && actions.has(id)).sort(growing);
      missing += ids.size - left.length + (isThere ? 0 : 1);
      if (isThere) keptTasks.set(task, new Set(left));
    }
    if (directings.has(directing)) kept.set(directing, keptTasks);
    else missing += 1;
  }
  const standing = tree.get(NOWHERE)?.get(NOWHERE) ?? new Set<number>();
  return { tree: new Map([...kept, standingEntry(standing)]), missing };
}
