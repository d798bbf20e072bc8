/** What one role may do: ids of directions, below them tasks, below them actions. */
export type RightsTree = ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>>;

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
): RightsTree {
  const tree = new Map<number, Map<number, Set<number>>>();
  for (const { directing_id } of directings) tree.set(directing_id, new Map());
  for (const { directing_id, task_id, actions } of pairs) {
    tree.get(directing_id)?.set(task_id, new Set(actionIds(actions)));
  }
  return tree;
}
