import { foldTitle } from '../../../rules/format/fold-title.ts';
import {
  type Actions,
  type Box,
  type Named,
  type Rights,
  type Scope,
  type Tasks,
  type Tick,
  tick,
  untick,
} from './access-rules.ts';

/** The column of the box of a task itself: its documents are seen. Columns of actions have the ids of actions. */
export const SEES = 0;

/** Whether a task has a mark in a column. */
export const hasMark = (actions: Actions | undefined, column: number): boolean =>
  column === SEES ? actions !== undefined : (actions?.has(column) ?? false);

/** How many of the shown tasks of a direction have a mark, by column in the order of `columns`. */
export function countMarks(
  tasks: Tasks | undefined,
  shown: readonly Named[],
  columns: readonly number[],
): number[] {
  const counts = columns.map(() => 0);
  if (!tasks || tasks.size === 0) return counts;
  for (const { id } of shown) {
    const actions = tasks.get(id);
    if (!actions) continue;
    for (const [at, column] of columns.entries())
      if (hasMark(actions, column)) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** How a box stands that stands for `of` boxes. */
export const manyTick = (count: number, of: number): Tick =>
  count === 0 ? 'off' : count < of ? 'half' : 'on';

/** The rows of numbers added up, column by column. */
export const addUp = (rows: readonly (readonly number[])[], width: number): number[] =>
  Array.from({ length: width }, (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));

/**
 * Ticks or unticks one mark. A direction has no box of its own here: left without tasks it goes, unless `base` has it
 * ticked alone.
 */
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

/** The tasks whose titles hold a text; all for a blank one. */
export function findTasks(tasks: readonly Named[], text: string): readonly Named[] {
  const wanted = foldTitle(text);
  return wanted === '' ? tasks : tasks.filter(({ title }) => foldTitle(title).includes(wanted));
}
