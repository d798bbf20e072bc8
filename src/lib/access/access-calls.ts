// Calls of the API for the staff pages of access rights: lists of roles, directions, types of documents and actions,
// the matrix of who may do what, its sheet and its history.
import { atom } from 'nanostores';
import type * as accessContract from '../../../contract/access/access.ts';
import { ACCESS_HISTORY_PAGE, BINDING_PAGE_SIZE } from '../../../contract/limits.ts';
import type { BoundProfile, Profile } from '../../../contract/people/profiles.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import { informator } from '../platform/session.ts';
import { createCursorList, rowPage } from '../ui/cursor-list.ts';
import type { ListCalls } from '../ui/reference-list.ts';

/** For the whole matrix over a slow line, ms. */
const MATRIX_TIMEOUT_MS = 120_000;

type ListName = 'role' | 'directing' | 'task' | 'action';

const askList = <Row = accessContract.SettingRow>(list: ListName, title = '', signal?: AbortSignal): Promise<Row[]> =>
  informator.get(`${list}/`, { searchParams: title === '' ? {} : { title }, signal }).json<Row[]>();

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
const oldestFirst = <Row extends accessContract.SettingRow>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);

/** The calls of the screen of access rights. All throw what ky throws, or SessionEnded. */
export const accessCalls = {
  async load() {
    const [roles, directings, tasks, actions, settings] = await Promise.all([
      askList('role'),
      askList('directing'),
      askList('task'),
      askList<accessContract.ActionRow>('action'),
      informator.get('setting/access', { timeout: MATRIX_TIMEOUT_MS }),
    ]);
    return {
      roles: oldestFirst(roles),
      directings: oldestFirst(directings),
      tasks: oldestFirst(tasks),
      actions: oldestFirst(actions),
      access: await settings.json<accessContract.AccessSettings>(),
      version: settings.headers.get('ETag'),
    };
  },
  /** Replaces the rights of the named roles, unless one of them has changed since `version`. */
  async save(form: unknown, version: string | null): Promise<void> {
    await informator.post('setting/access', { json: form, timeout: MATRIX_TIMEOUT_MS, headers: ifMatch(version) });
  },
};
export type AccessCalls = typeof accessCalls;

/** All rights of all roles as a workbook. Throws what ky throws, or SessionEnded. */
export const askMatrix = (): Promise<Blob> =>
  informator.get('setting/access/matrix', { timeout: MATRIX_TIMEOUT_MS }).blob();

/** What a sheet of rights would change, with the ETag compared with. Throws what ky throws, or SessionEnded. */
export const checkMatrix = (file: File): Promise<Stored<accessContract.AccessSheet>> =>
  storedOf(informator.post('setting/access/matrix/check', { body: formWith(file), timeout: MATRIX_TIMEOUT_MS }));

/** Gives the roles of a sheet its rights, unless the settings have changed since `etag`. Throws as above. */
export async function saveMatrix(file: File, etag: string | null): Promise<void> {
  await informator.post('setting/access/matrix', {
    body: formWith(file),
    timeout: MATRIX_TIMEOUT_MS,
    headers: ifMatch(etag),
  });
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.set('file', file, file.name);
  return form;
}

/** A page of the history of rights, newest first; `last`: id of the last shown change. Throws as above. */
export const askHistory = (last: string | null): Promise<accessContract.AccessChange[]> =>
  informator
    .get('setting/access/history', { searchParams: { limit: ACCESS_HISTORY_PAGE, ...(last !== null && { last }) } })
    .json<accessContract.AccessChange[]>();

/** What a restore of a role to its state before a change would change, with the ETag compared with. Throws as above. */
export const askEarlier = (id: number): Promise<Stored<accessContract.AccessRestore>> =>
  storedOf(informator.get(`setting/access/history/${id}`));

/** Restores a role to its state before a change, unless it has changed since `etag`. Throws as above. */
export async function restoreEarlier(id: number, etag: string | null): Promise<void> {
  await informator.post(`setting/access/history/${id}/restore`, { timeout: MATRIX_TIMEOUT_MS, headers: ifMatch(etag) });
}

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
