// Calls of the API for the staff pages of access rights: lists of roles, directions, types of documents and actions,
// who has which role, and what a user may do. The rights of roles are in rights-calls.ts.
import { atom } from 'nanostores';
import type * as accessContract from '../../../contract/access/access.ts';
import { BINDING_PAGE_SIZE } from '../../../contract/limits.ts';
import type { BoundProfile, Profile } from '../../../contract/people/profiles.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import { informator } from '../platform/session.ts';
import { createCursorList, rowPage } from '../ui/cursor-list.ts';
import type { ListCalls } from '../ui/reference-list.ts';

type ListName = 'role' | 'directing' | 'task' | 'action';

export const askList = <Row = accessContract.SettingRow>(
  list: ListName,
  title = '',
  signal?: AbortSignal,
): Promise<Row[]> => informator.get(`${list}/`, { searchParams: title === '' ? {} : { title }, signal }).json<Row[]>();

/** The calls of one list of the settings. All throw what ky throws, or SessionEnded. */
export const settingCalls = (list: ListName): ListCalls => ({
  list: (title, signal) => askList(list, title, signal),
  create: (title) => informator.post(`${list}/`, { json: { title } }).json<accessContract.SettingRow>(),
  rename: (id, title) => informator.patch(`${list}/${id}`, { json: { title } }).json<accessContract.SettingRow>(),
  remove: (id) => informator.delete(`${list}/${id}`).json<unknown>(),
  ...(list === 'task' && {
    flag: (id: number, ordered: boolean) =>
      informator.patch(`${list}/${id}`, { json: { ordered } }).json<accessContract.SettingRow>(),
  }),
});

/** Sorts rows by creation, which no change of them affects. */
export const oldestFirst = <Row extends accessContract.SettingRow>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);

/** What one user may do with documents. Throws as above. */
export const askEffectiveRights = (uid: string): Promise<accessContract.EffectiveRights> =>
  informator.get(`setting/access/user/${encodeURIComponent(uid)}`).json<accessContract.EffectiveRights>();

/** The calls of the screen of role binding. All throw what ky throws, or SessionEnded. */
export const bindingCalls = {
  roles: async () => oldestFirst(await askList('role')),
  /** One page of users; `last` is the uid of the last one shown, null for the first page. */
  users(search: string, last: string | null, signal?: AbortSignal): Promise<Profile[]> {
    const searchParams = { limit: BINDING_PAGE_SIZE, ...(search && { search }), ...(last && { last }) };
    return informator.get('user/search/', { searchParams, signal }).json<Profile[]>();
  },
  /** Gives a user one role; null takes it away. */
  bind: (email: string, roleId: number | null): Promise<BoundProfile> =>
    informator.patch('setting/access/bundle/role', { json: { email, roleId: roleId ?? '' } }).json<BoundProfile>(),
};
type BindingCalls = typeof bindingCalls;

export type RowState =
  | { readonly kind: 'saving'; readonly roleId: number | null }
  | { readonly kind: 'saved'; readonly claimed: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure };

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
