import { type Grid, NO_RIGHTS, type Rights, sameRights, withinGrid } from './access-rules.ts';

type ByRole = ReadonlyMap<number, Rights>;

/** What becomes of unsaved ticks when the settings have changed on the server meanwhile. */
export interface Merged {
  /** Unsaved ticks where there were any, the server's state elsewhere. */
  readonly current: ByRole;
  /** Roles that were changed here and there. */
  readonly clashing: readonly number[];
  /** Roles with unsaved ticks that are gone. */
  readonly gone: readonly number[];
}

/** Roles whose ticks differ from the saved state. */
export const changedRoles = (base: ByRole, current: ByRole): number[] =>
  [...current].flatMap(([id, rights]) => (sameRights(base.get(id) ?? NO_RIGHTS, rights) ? [] : [id]));

/** Puts unsaved ticks upon a newer state of the server; nothing that was ticked here is lost. */
export function mergeRights(base: ByRole, current: ByRole, fresh: ByRole, grid: Grid): Merged {
  const changed = new Set(changedRoles(base, current));
  const merged = new Map<number, Rights>();
  const clashing: number[] = [];
  for (const [id, theirs] of fresh) {
    const ours = changed.has(id) ? withinGrid(current.get(id) ?? NO_RIGHTS, grid) : theirs;
    merged.set(id, ours);
    if (ours !== theirs && !sameRights(theirs, withinGrid(base.get(id) ?? NO_RIGHTS, grid)))
      clashing.push(id);
  }
  return { current: merged, clashing, gone: [...changed].filter((id) => !fresh.has(id)) };
}
