// Finds where the rights of two roles differ, for the comparison on the page of access rights. Unsaved changes are in
// rights-changes.ts.
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { type Actions, type Grid, type Named, NO_DIRECTION, type Rights, standingOf } from './access-rules.ts';
import { access } from './access-texts.ts';

/** What one of two compared roles allows for a pair. */
interface Side {
  readonly sees: boolean;
  readonly only: readonly Named[];
}

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
      const one = (rights: Rights): Side => ({ sees: true, only: standingOf(rights).has(action.id) ? [action] : [] });
      return { directing: nowhere, task: { id: -action.id, title: action.title }, left: one(left), right: one(right) };
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
