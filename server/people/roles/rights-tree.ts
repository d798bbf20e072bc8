import { STANDING_ROWS } from '../../../contract/access/actions.ts';

/**
 * What one role may do: ids of directions, below them tasks, below them actions. Standing actions, which need neither,
 * stand below NOWHERE and again NOWHERE; ids of rows begin with 1.
 */
export type RightsTree = ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>>;

/** In the place of a direction and of a task: there is none. */
export const NOWHERE = 0;

/** The standing actions of a role; undefined: the tree says nothing of them. */
export const standingIn = (tree: RightsTree): ReadonlySet<number> | undefined =>
  tree.has(NOWHERE) ? (tree.get(NOWHERE)?.get(NOWHERE) ?? new Set()) : undefined;

/** The entry of a tree with these standing actions. */
export const standingEntry = (actions: Iterable<number>): [number, ReadonlyMap<number, ReadonlySet<number>>] => [
  NOWHERE,
  new Map([[NOWHERE, new Set(actions)]]),
];

/** A row of `role_tasks` without its role. */
export interface PairRow {
  readonly directing_id: number;
  readonly task_id: number;
  readonly actions: string;
}

/** Ids of actions as a pair is stored with: growing, between commas; empty for none. */
export const actionList = (ids: Iterable<number>): string => {
  const sorted = [...ids].sort((first, second) => first - second);
  return sorted.length === 0 ? '' : `,${sorted.join(',')},`;
};

/** The ids of a stored list. */
export const actionIds = (list: string): number[] => (list === '' ? [] : list.slice(1, -1).split(',').map(Number));

/** The tree of stored rows. */
export function treeOf(
  directings: Iterable<{ readonly directing_id: number }>,
  pairs: Iterable<PairRow>,
  standing: readonly number[],
): RightsTree {
  const tree = new Map<number, Map<number, Set<number>>>();
  if (standing.length > 0) tree.set(NOWHERE, new Map([[NOWHERE, new Set(standing)]]));
  for (const { directing_id } of directings) tree.set(directing_id, new Map());
  for (const { directing_id, task_id, actions } of pairs) {
    tree.get(directing_id)?.set(task_id, new Set(actionIds(actions)));
  }
  return tree;
}

/**
 * A set of boxes, small enough to be kept for ever: `[direction, 0]` is the box of a direction, `[direction, task,
 * …marks]` boxes of a pair, where the mark 0 is that of the pair itself and any other an action; `[0, 0, …marks]` are
 * standing actions.
 */
export type Cells = readonly (readonly [directing: number, task: number, ...marks: number[]])[];

/** Box of the level itself. */
const OWN = 0;

/** The boxes of `tree` that `other` has not; what is added by a change, or removed when they change places. */
export function cellsOnlyIn(tree: RightsTree, other: RightsTree): Cells {
  const boxes: [number, number, ...number[]][] = [];
  for (const [directing, tasks] of tree) {
    const known = other.get(directing);
    if (!known && directing !== NOWHERE) boxes.push([directing, OWN]);
    for (const [task, actions] of tasks) {
      const knownActions = known?.get(task);
      const marks = [...actions].filter((action) => !knownActions?.has(action));
      if (!knownActions && directing !== NOWHERE) marks.unshift(OWN);
      if (marks.length > 0) boxes.push([directing, task, ...marks]);
    }
  }
  return boxes;
}

/** How many boxes there are. */
export const countCells = (boxes: Cells): number =>
  boxes.reduce((sum, [, , ...marks]) => sum + Math.max(1, marks.length), 0);

/** Titles by id at the time of a change. */
export interface CellTitles {
  readonly directings: Readonly<Record<number, string>>;
  readonly tasks: Readonly<Record<number, string>>;
  readonly actions: Readonly<Record<number, string>>;
}

/** What stands for the direction of a standing action. */
const NO_DIRECTION = 'Без направления';

const standingTitle = (id: number) => STANDING_ROWS.find((row) => row.id === id)?.title ?? '';

/** The first boxes as «direction», «direction / task», «direction / task / action» or «Без направления / action». */
export function cellNames(boxes: Cells, titles: CellTitles, most: number): string[] {
  const names: string[] = [];
  for (const [directing, task, ...marks] of boxes) {
    if (names.length >= most) break;
    const isStanding = directing === NOWHERE;
    const path = isStanding
      ? [NO_DIRECTION]
      : [titles.directings[directing], ...(task === OWN ? [] : [titles.tasks[task]])];
    for (const mark of task === OWN && !isStanding ? [OWN] : marks) {
      names.push(
        [...path, ...(mark === OWN ? [] : [isStanding ? standingTitle(mark) : titles.actions[mark]])].join(' / '),
      );
    }
  }
  return names.slice(0, most);
}
