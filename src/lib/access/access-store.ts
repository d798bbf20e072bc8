// State of the page where administrators tick what each role may do: loading, editing, saving, and changes by others
// meanwhile. The ticks themselves are in access-rules.ts.
import { atom } from 'nanostores';
import type { AccessSettings, ActionRow, BrokenRoutes, SettingRow } from '../../../contract/access/access.ts';
import { attempt, type Failure, outcomeOf } from '../platform/http-client.ts';
import { doesBreak } from './access-calls.ts';
import { accessForm } from './access-form.ts';
import { type Grid, type Named, NO_RIGHTS, type Rights, rightsOf } from './access-rules.ts';
import { changedRoles, combineRights, mergeRights } from './rights-changes.ts';

/** The outcome of the last save. `clash` and `refused`: nothing was written, the ticks stay on the screen. */
type Outcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'clash'; readonly facts: Failure['facts'] }
  /** Nothing was written: the rights of these roles would break routes in force. */
  | { readonly kind: 'breaks'; readonly broken: BrokenRoutes; readonly roles: readonly number[] };

export interface AccessState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  readonly grid: Grid;
  readonly roles: readonly Named[];
  /** The stored rights, by role. */
  readonly base: ReadonlyMap<number, Rights>;
  /** The ticks on the screen, by role. */
  readonly current: ReadonlyMap<number, Rights>;
  /** Roles whose ticks differ from the stored rights. */
  readonly changed: ReadonlySet<number>;
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

/** The calls of the screen of access rights. All throw what ky throws, or SessionEnded. */
export interface AccessCalls {
  load(): Promise<{
    readonly roles: SettingRow[];
    readonly directings: SettingRow[];
    readonly tasks: SettingRow[];
    readonly actions: ActionRow[];
    readonly access: AccessSettings;
    readonly version: string | null;
  }>;
  /** What of the routes in force a save of this form would break. */
  examine(form: unknown): Promise<BrokenRoutes>;
  /** Replaces the rights of the named roles, unless one of them has changed since `version`. */
  save(form: unknown, version: string | null): Promise<void>;
}

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

  /** Asks what a save would break; null: nothing. A form that the server refuses is left to the save itself. */
  async function examine(sent: ReadonlyMap<number, Rights>): Promise<Outcome | null> {
    const { value: broken, failure } = await outcomeOf(() => calls.examine(accessForm(sent)));
    if (failure) return failure.kind === 'refused' ? null : { kind: 'failed', failure };
    if (!doesBreak(broken)) return null;
    return { kind: 'breaks', broken, roles: [...sent.keys()] };
  }

  return {
    $access,
    load,
    change(role: number, next: (rights: Rights) => Rights): void {
      const { current } = $access.get();
      const rights = current.get(role);
      if (rights) patch({ current: new Map(current).set(role, next(rights)) });
    },
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
    /**
     * Saves one role, some, or all changed ones. Later ticks stay for the next save. What would break routes in force is
     * shown and not saved, unless the user has confirmed it.
     */
    async save(role?: number | readonly number[], { confirmed = false } = {}): Promise<void> {
      const { changed, current, saving, clashing, outcome } = $access.get();
      const ids = role === undefined ? [...changed] : [role].flat().filter((id) => changed.has(id));
      if (saving.size > 0 || ids.length === 0) return;
      // Overwrites another user's save only after the conflict was shown.
      if (outcome?.kind !== 'clash' && ids.some((id) => clashing.has(id)))
        return patch({ outcome: { kind: 'clash', facts: {} } });
      patch({ saving: new Set(ids), outcome: null, gone: [] });
      const sent = new Map(ids.map((id) => [id, current.get(id) ?? NO_RIGHTS]));
      const stopped = confirmed ? null : await examine(sent);
      if (stopped) return patch({ saving: NOTHING, outcome: stopped });
      const failure = await put(sent);
      patch({ saving: NOTHING, ...(failure && { outcome: { kind: 'failed', failure } }) });
    },
  };
}
