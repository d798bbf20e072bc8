import { atom } from 'nanostores';
import { BINDING_PAGE_SIZE } from '../../../contract/limits.ts';
import type { BoundProfile, Profile } from '../../../contract/people/profiles.ts';
import { type Failure, failureOf } from '../platform/http-client.ts';
import { createLatest } from '../platform/latest.ts';
import type { Named } from './access-rules.ts';

/** The calls of the screen; each rejects with the error of the call. */
export interface BindingCalls {
  roles(): Promise<readonly Named[]>;
  /** One page of users; `last` is the uid of the last one shown, null for the first page. */
  users(search: string, last: string | null, signal?: AbortSignal): Promise<readonly Profile[]>;
  /** Gives a user one role; null takes it away. */
  bind(email: string, roleId: number | null): Promise<BoundProfile>;
}

/** How the last change of a row went. */
export type RowState =
  | { readonly kind: 'saving'; readonly roleId: number | null }
  | { readonly kind: 'saved'; readonly claimed: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface BindingState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly roles: readonly Named[];
  readonly users: readonly Profile[];
  readonly search: string;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly failure: Failure | null;
  /** By uid; rows that were not touched have none. */
  readonly rows: ReadonlyMap<string, RowState>;
}

/** Id of the role that a user holds; null without one. */
export const roleOf = (user: Pick<Profile, 'roles'>): number | null => user.roles[0]?.id ?? null;

/** Users and the role of each. A row changes only after the server agreed; a refused change gives its reason. */
export function createBinding(calls: BindingCalls) {
  const $binding = atom<BindingState>({
    phase: 'loading',
    roles: [],
    users: [],
    search: '',
    hasMore: false,
    loadingMore: false,
    failure: null,
    rows: new Map(),
  });
  const latest = createLatest();
  const patch = (next: Partial<BindingState>) => $binding.set({ ...$binding.get(), ...next });
  const mark = (uid: string, row: RowState) => patch({ rows: new Map($binding.get().rows).set(uid, row) });

  async function ask(last: string | null): Promise<void> {
    const answer = await latest.run((signal) => calls.users($binding.get().search.trim(), last, signal));
    if (answer === null) return;
    patch({
      users: last === null ? answer.value : [...$binding.get().users, ...answer.value],
      hasMore: answer.value.length === BINDING_PAGE_SIZE,
      loadingMore: false,
      failure: null,
      ...(last === null && { rows: new Map() }),
    });
  }

  return {
    $binding,
    async load(): Promise<void> {
      patch({ phase: 'loading', search: '' });
      try {
        const [roles] = await Promise.all([calls.roles(), ask(null)]);
        patch({ phase: 'ready', roles });
      } catch (error) {
        patch({ phase: 'failed', failure: failureOf(error) });
      }
    },
    async search(text: string): Promise<void> {
      patch({ search: text, loadingMore: false });
      await ask(null).catch((error: unknown) => patch({ failure: failureOf(error) }));
    },
    async more(): Promise<void> {
      const last = $binding.get().users.at(-1);
      if (!last || $binding.get().loadingMore) return;
      patch({ loadingMore: true, failure: null });
      await ask(last.uid).catch((error: unknown) => patch({ loadingMore: false, failure: failureOf(error) }));
    },
    /** Gives a user a role or takes it away; resolves with the reason of a refusal. */
    async bind(user: Profile, roleId: number | null): Promise<Failure | null> {
      if ($binding.get().rows.get(user.uid)?.kind === 'saving') return null;
      mark(user.uid, { kind: 'saving', roleId });
      try {
        const { claimed = false, ...changed } = await calls.bind(user.email, roleId);
        patch({ users: $binding.get().users.map((row) => (row.uid === user.uid ? changed : row)) });
        mark(user.uid, { kind: 'saved', claimed });
        return null;
      } catch (error) {
        const failure = failureOf(error);
        mark(user.uid, { kind: 'failed', failure });
        return failure;
      }
    },
  };
}
