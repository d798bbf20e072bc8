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
export const standingEntry = (
  actions: Iterable<number>,
): [number, ReadonlyMap<number, ReadonlySet<number>>] => [NOWHERE, new Map([[NOWHERE, new Set(actions)]])];

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
export const actionIds = (list: string): number[] =>
  list === '' ? [] : list.slice(1, -1).split(',').map(Number);

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
