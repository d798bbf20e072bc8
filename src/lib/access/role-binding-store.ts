import { atom } from 'nanostores';
import { BINDING_PAGE_SIZE } from '../../../contract/limits.ts';
import type { BoundProfile, Profile } from '../../../contract/people/profiles.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import { createCursorList, rowPage } from '../ui/cursor-list.ts';
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

/** Id of the role that a user holds; null without one. */
export const roleOf = (user: Pick<Profile, 'roles'>): number | null => user.roles[0]?.id ?? null;

/** Users and the role of each. A row changes only after the server agreed; a refused change gives its reason. */
export function createBinding(calls: Omit<BindingCalls, 'roles'>) {
  const list = createCursorList(
    {
      page: async (search: string, last, signal) =>
        rowPage(await calls.users(search.trim(), last, signal), BINDING_PAGE_SIZE, ({ uid }) => uid),
      rowsOf: ({ rows }) => rows,
    },
    '',
  );
  /** By uid; rows that were not touched have none. */
  const $rows = atom<ReadonlyMap<string, RowState>>(new Map());
  const mark = (uid: string, row: RowState) => $rows.set(new Map($rows.get()).set(uid, row));

  return {
    ...list,
    $rows,
    async search(text: string): Promise<void> {
      await list.search(text);
      if (list.$list.get().phase === 'ready') $rows.set(new Map());
    },
    /** Gives a user a role or takes it away; resolves with the reason of a refusal. */
    async bind(user: Profile, roleId: number | null): Promise<Failure | null> {
      if ($rows.get().get(user.uid)?.kind === 'saving') return null;
      mark(user.uid, { kind: 'saving', roleId });
      const { value, failure } = await outcomeOf(() => calls.bind(user.email, roleId));
      if (failure) {
        mark(user.uid, { kind: 'failed', failure });
        return failure;
      }
      const { claimed = false, ...changed } = value;
      list.replace((row) => (row.uid === user.uid ? changed : row));
      mark(user.uid, { kind: 'saved', claimed });
      return null;
    },
  };
}
