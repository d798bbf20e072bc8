import { foldTitle } from '../../../rules/format/texts.ts';
import { deviceMemory } from '../platform/device-memory.ts';
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

/** What the table of rights is narrowed by, as its address says it. */
export interface GridFilter {
  readonly role: number | null;
  readonly directing: number | null;
  /** Part of the title of a document type. */
  readonly task: string;
}

const idIn = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The filter of an address; what cannot be read narrows nothing. */
export function gridFilterOf(search: string): GridFilter {
  const query = new URLSearchParams(search);
  return {
    role: idIn(query.get('role')),
    directing: idIn(query.get('directing')),
    task: query.get('task') ?? '',
  };
}

/** A query with this filter in it; everything else stays in it. */
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

/** Local storage key of how the rights look on this device. */
const KEY = 'accessView';

const known = (text: string | null): AccessView | undefined => ACCESS_VIEWS.find((view) => view === text);

/** How the rights look: what the address says, else what was chosen on the device. */
export const accessViewOf = (search: string): AccessView =>
  known(new URLSearchParams(search).get('view')) ?? known(deviceMemory.getItem(KEY)) ?? 'grid';

/** Keeps a choice on the device. */
export const keepAccessView = (view: AccessView): boolean => deviceMemory.setItem(KEY, view);

/** The query of an address that says how the rights look; the filter of the table goes with the table. */
export const viewQuery = (view: AccessView): string => `?view=${view}`;
