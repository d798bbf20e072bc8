import { atom } from 'nanostores';
import { attempt, type Failure } from '../platform/http-client.ts';
import { type AccessCalls, accessCalls } from './access-calls.ts';
import { type Grid, type Named, NO_RIGHTS, type Rights, rightsOf } from './access-rules.ts';
import { accessForm, changedRoles, combineRights, mergeRights } from './rights-changes.ts';

/** What came of the last save. `clash` and `refused`: nothing was written, what was ticked stands on the screen. */
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
  /** What the server holds, by role. */
  readonly base: ReadonlyMap<number, Rights>;
  /** What is ticked on the screen, by role. */
  readonly current: ReadonlyMap<number, Rights>;
  /** Roles whose ticks differ from what the server holds. */
  readonly changed: ReadonlySet<number>;
  /** Roles under way to the server. */
  readonly saving: ReadonlySet<number>;
  /** Changed roles that somebody else has changed meanwhile. */
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

/** The rights of all roles and their editing. Only changed roles are sent; whatever fails, what is ticked stays. */
export function createAccess(calls: AccessCalls) {
  const $access = atom<AccessState>(EMPTY);
  let version: string | null = null;
  /** What clashing roles were changed from, here and there. */
  const ancestors = new Map<number, Rights>();

  function patch(next: Partial<AccessState>): void {
    const state = { ...$access.get(), ...next };
    const changed = new Set(changedRoles(state.base, state.current));
    $access.set({
      ...state,
      changed,
      clashing: new Set([...state.clashing].filter((id) => changed.has(id))),
    });
  }

  /** Takes the server's state; unsaved ticks stay upon it. */
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
    // The new version also covers what others have saved about other roles: show that before building upon it.
    await reload().catch(() => {});
  }

  /** The settings were changed meanwhile: other roles do not matter, the same ones are for the person to decide. */
  async function resend(sent: ReadonlyMap<number, Rights>, failure: Failure): Promise<void> {
    await reload();
    const { clashing, current } = $access.get();
    const left = new Map([...sent].filter(([id]) => current.has(id)));
    if (left.size < sent.size || [...left.keys()].some((id) => clashing.has(id)))
      patch({ outcome: { kind: 'clash', facts: failure.facts } });
    else await send(left);
  }

  /** Saves; resolves to why that cannot be done as things are. */
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
    /** Changes what is ticked for a role. */
    change(role: number, next: (rights: Rights) => Rights): void {
      const { current } = $access.get();
      const rights = current.get(role);
      if (rights) patch({ current: new Map(current).set(role, next(rights)) });
    },
    /** Back to what the server holds. */
    revert(role: number): void {
      const { base, current, outcome } = $access.get();
      patch({ current: new Map(current).set(role, base.get(role) ?? NO_RIGHTS) });
      if (outcome?.kind === 'clash' && $access.get().clashing.size === 0) patch({ outcome: null });
    },
    revertAll: (): void => patch({ current: $access.get().base, outcome: null, gone: [] }),
    /** Takes the server's state anew, say after it was restored; unsaved ticks stay upon it. */
    async refresh(): Promise<void> {
      const failure = await attempt(reload);
      if (failure) patch({ outcome: { kind: 'failed', failure } });
    },
    /** Puts the ticks of this screen and those that somebody else has saved together; nothing is saved by that. */
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
    /** Saves one role, or all that were changed. What is ticked meanwhile stays for the next save. */
    async save(role?: number): Promise<void> {
      const { changed, current, saving, clashing, outcome } = $access.get();
      const ids = role === undefined ? [...changed] : [role].filter((id) => changed.has(id));
      if (saving.size > 0 || ids.length === 0) return;
      // Over what somebody else saved only after it was told.
      if (outcome?.kind !== 'clash' && ids.some((id) => clashing.has(id)))
        return patch({ outcome: { kind: 'clash', facts: {} } });
      patch({ saving: new Set(ids), outcome: null, gone: [] });
      const failure = await put(new Map(ids.map((id) => [id, current.get(id) ?? NO_RIGHTS])));
      patch({ saving: NOTHING, ...(failure && { outcome: { kind: 'failed', failure } }) });
    },
  };
}

/** The access settings of this tab; what is ticked lives as long as the screen. */
export const accessStore = createAccess(accessCalls);
