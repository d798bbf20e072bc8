import { atom } from 'nanostores';
import { STANDING_ROWS } from '../../../contract/access/actions.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { type AccessCalls, accessCalls } from './access-calls.ts';
import {
  type Actions,
  type Grid,
  type Named,
  NO_DIRECTION,
  NO_RIGHTS,
  type Rights,
  rightsOf,
  sameRights,
  standingOf,
  type Tasks,
  withinGrid,
} from './access-rules.ts';
import { access } from './access-texts.ts';

/** The outcome of the last save. `clash` and `refused`: nothing was written, the ticks stay on the screen. */
type Outcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'clash'; readonly facts: Failure['facts'] };

export interface AccessState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Why the screen could not be loaded. */
  readonly failure: Failure | null;
  readonly grid: Grid;
  readonly roles: readonly Named[];
  /** The stored rights, by role. */
  readonly base: ReadonlyMap<number, Rights>;
  /** The ticks on the screen, by role. */
  readonly current: ReadonlyMap<number, Rights>;
  /** Roles whose ticks differ from the stored rights. */
  readonly changed: ReadonlySet<number>;
  /** Roles that are being saved. */
  readonly saving: ReadonlySet<number>;
  /** Changed roles that another user has changed meanwhile. */
  readonly clashing: ReadonlySet<number>;
  /** Titles of changed roles that were removed meanwhile. */
  readonly gone: readonly string[];
  readonly outcome: Outcome | null;
}

const NOTHING: ReadonlySet<number> = new Set();
const EMPTY: AccessState = {
  phase: 'loading',
  failure: null,
  grid: { directings: [], tasks: [], actions: [] },
  roles: [],
  base: new Map(),
  current: new Map(),
  changed: NOTHING,
  saving: NOTHING,
  clashing: NOTHING,
  gone: [],
  outcome: null,
};

/** The rights of all roles and their editing. Only changed roles are sent; after a failure the ticks stay. */
export function createAccess(calls: AccessCalls) {
  const $access = atom<AccessState>(EMPTY);
  let version: string | null = null;
  /** The common earlier state of clashing roles. */
  const ancestors = new Map<number, Rights>();

  function patch(next: Partial<AccessState>): void {
    const state = { ...$access.get(), ...next };
    const changed = new Set(changedRoles(state.base, state.current));
    $access.set({ ...state, changed, clashing: new Set([...state.clashing].filter((id) => changed.has(id))) });
  }

  /** Reads the stored rights; unsaved ticks are kept. */
  async function reload(): Promise<void> {
    const { roles, directings, tasks, actions, access, version: loaded } = await calls.load();
    const grid = { directings, tasks, actions };
    const byId = new Map(access.map((role) => [role.id, role]));
    const base = new Map(
      roles.map(({ id }) => {
        const role = byId.get(id);
        return [id, role ? rightsOf(role, grid) : NO_RIGHTS];
      }),
    );
    const before = $access.get();
    const merged = mergeRights(before.base, before.current, base, grid);
    version = loaded;
    for (const id of merged.clashing) if (!before.clashing.has(id)) ancestors.set(id, before.base.get(id) ?? NO_RIGHTS);
    patch({
      phase: 'ready',
      failure: null,
      grid,
      roles,
      base,
      current: merged.current,
      clashing: new Set([...before.clashing, ...merged.clashing]),
      gone: before.roles.filter(({ id }) => merged.gone.includes(id)).map(({ title }) => title),
    });
  }

  async function load(): Promise<void> {
    $access.set(EMPTY);
    const failure = await attempt(reload);
    if (failure) patch({ phase: 'failed', failure });
  }

  async function send(sent: ReadonlyMap<number, Rights>): Promise<void> {
    await calls.save(accessForm(sent), version);
    patch({ base: new Map([...$access.get().base, ...sent]), clashing: NOTHING, outcome: { kind: 'saved' } });
    // The new version also covers other users' saves of other roles: show them first.
    await reload().catch(() => {});
  }

  /** After a change of the settings meanwhile: saves again if other roles changed, shows a conflict if the same did. */
  async function resend(sent: ReadonlyMap<number, Rights>, failure: Failure): Promise<void> {
    await reload();
    const { clashing, current } = $access.get();
    const left = new Map([...sent].filter(([id]) => current.has(id)));
    if (left.size < sent.size || [...left.keys()].some((id) => clashing.has(id)))
      patch({ outcome: { kind: 'clash', facts: failure.facts } });
    else await send(left);
  }

  /** Saves; resolves to the failure, null: saved, or shown as a conflict. */
  async function put(sent: ReadonlyMap<number, Rights>): Promise<Failure | null> {
    const failure = await attempt(() => send(sent));
    if (failure?.kind === 'in-use') return attempt(() => resend(sent, failure));
    if (failure?.kind !== 'refused') return failure;
    return attempt(async () => {
      await reload();
      patch({ outcome: { kind: 'refused', failure } });
    });
  }

  return {
    $access,
    load,
    /** Changes the ticks of a role. */
    change(role: number, next: (rights: Rights) => Rights): void {
      const { current } = $access.get();
      const rights = current.get(role);
      if (rights) patch({ current: new Map(current).set(role, next(rights)) });
    },
    /** Drops the unsaved ticks of a role. */
    revert(role: number): void {
      const { base, current, outcome } = $access.get();
      patch({ current: new Map(current).set(role, base.get(role) ?? NO_RIGHTS) });
      if (outcome?.kind === 'clash' && $access.get().clashing.size === 0) patch({ outcome: null });
    },
    revertAll: (): void => patch({ current: $access.get().base, outcome: null, gone: [] }),
    /** Reads the stored rights again, for example after a restore; unsaved ticks are kept. */
    async refresh(): Promise<void> {
      const failure = await attempt(reload);
      if (failure) patch({ outcome: { kind: 'failed', failure } });
    },
    /** Merges the ticks of this screen with those that another user saved, without saving. */
    combine(): void {
      const { base, current, clashing } = $access.get();
      const combined = new Map(current);
      for (const id of clashing) {
        const [ours, theirs] = [current.get(id) ?? NO_RIGHTS, base.get(id) ?? NO_RIGHTS];
        combined.set(id, combineRights(ancestors.get(id) ?? NO_RIGHTS, ours, theirs));
      }
      patch({ current: combined, clashing: NOTHING, outcome: null });
    },
    dismiss: (): void => patch({ outcome: null, gone: [] }),
    /** Saves one role, or all changed ones. Later ticks stay for the next save. */
    async save(role?: number): Promise<void> {
      const { changed, current, saving, clashing, outcome } = $access.get();
      const ids = role === undefined ? [...changed] : [role].filter((id) => changed.has(id));
      if (saving.size > 0 || ids.length === 0) return;
      // Overwrites another user's save only after the conflict was shown.
      if (outcome?.kind !== 'clash' && ids.some((id) => clashing.has(id)))
        return patch({ outcome: { kind: 'clash', facts: {} } });
      patch({ saving: new Set(ids), outcome: null, gone: [] });
      const failure = await put(new Map(ids.map((id) => [id, current.get(id) ?? NO_RIGHTS])));
      patch({ saving: NOTHING, ...(failure && { outcome: { kind: 'failed', failure } }) });
    },
  };
}

/** The access settings of this tab. */
export const accessStore = createAccess(accessCalls);

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

/** The number of changed boxes of several roles. */
export const countAllChanges = (roles: ReadonlySet<number>, base: ByRole, current: ByRole): number =>
  [...roles].reduce((sum, role) => sum + countChanges(base.get(role) ?? NO_RIGHTS, current.get(role) ?? NO_RIGHTS), 0);

/** Merges two changes of `ancestor`: a box that only one side changed takes the state of that side. */
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

/** Unsaved ticks after a change of the settings on the server. */
interface Merged {
  /** Unsaved ticks of changed roles, the stored rights of the others. */
  readonly current: ByRole;
  /** Roles changed here and on the server. */
  readonly clashing: readonly number[];
  /** Removed roles with unsaved ticks. */
  readonly gone: readonly number[];
}

/** Roles whose ticks differ from the saved state. */
export const changedRoles = (base: ByRole, current: ByRole): number[] =>
  [...current].flatMap(([id, rights]) => (sameRights(base.get(id) ?? NO_RIGHTS, rights) ? [] : [id]));

/** Applies unsaved ticks to newer rights of the server; no tick is lost. */
export function mergeRights(base: ByRole, current: ByRole, fresh: ByRole, grid: Grid): Merged {
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

/** What one of two compared roles allows for a pair. */
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

/** The form of a ticked box with nothing ticked below it. */
const ALONE = ['on'] as const;

type Level = { readonly [name: string]: string | readonly string[] | Level };

/** Rights by role as the form of the access settings. A role without rights is sent empty, which clears it. */
export function accessForm(roles: ReadonlyMap<number, Rights>): Level {
  return Object.fromEntries(
    [...roles].map(([role, rights]) => [
      nameOf(role),
      rights.size === 0 ? '' : { action: standing(rights), ...placed(rights) },
    ]),
  );
}

/** The standing actions of a role: always sent, so that missing ones are removed. */
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
