import type { Actions, Grid, Named, Rights } from './access-rules.ts';

/** What one of two roles allows for a pair and the other does not. */
interface Side {
  /** Whether the pair is ticked at all. */
  readonly sees: boolean;
  /** Actions that only this role allows. */
  readonly only: readonly Named[];
}

/** A pair that two roles treat differently. */
export interface Difference {
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
  return grid.directings.flatMap((directing) =>
    grid.tasks.flatMap((task) => {
      const [ours, theirs] = [left.get(directing.id)?.get(task.id), right.get(directing.id)?.get(task.id)];
      const row = { directing, task, left: side(ours, theirs), right: side(theirs, ours) };
      const differs =
        row.left.sees !== row.right.sees || row.left.only.length > 0 || row.right.only.length > 0;
      return differs ? [row] : [];
    }),
  );
}
