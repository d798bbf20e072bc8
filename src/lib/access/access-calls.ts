import type {
  AccessChange,
  AccessRestore,
  AccessSettings,
  AccessSheet,
  ActionRow,
  EffectiveRights,
  SettingRow,
} from '../../../contract/access/access.ts';
import { ACCESS_HISTORY_PAGE, BINDING_PAGE_SIZE } from '../../../contract/limits.ts';
import type { BoundProfile, Profile } from '../../../contract/people/profiles.ts';
import { informator } from '../platform/session.ts';
import type { ListCalls } from '../ui/reference-list.ts';
import type { Grid, Named } from './access-rules.ts';
import type { BindingCalls } from './role-binding-store.ts';

/** The whole matrix may go over a slow line, ms. */
const MATRIX_TIMEOUT_MS = 120_000;

type ListName = 'role' | 'directing' | 'task' | 'action';

const askList = <Row = SettingRow>(list: ListName, title = '', signal?: AbortSignal): Promise<Row[]> =>
  informator.get(`${list}/`, { searchParams: title === '' ? {} : { title }, signal }).json<Row[]>();

/** The calls of one list of the settings. All throw what ky throws, or SessionEnded. */
export const settingCalls = (list: ListName): ListCalls => ({
  list: (title, signal) => askList(list, title, signal),
  create: (title) => informator.post(`${list}/`, { json: { title } }).json<SettingRow>(),
  rename: (id, title) => informator.patch(`${list}/${id}`, { json: { title } }).json<SettingRow>(),
  remove: (id) => informator.delete(`${list}/${id}`).json<unknown>(),
  ...(list === 'task' && {
    flag: (id: number, ordered: boolean) => informator.patch(`${list}/${id}`, { json: { ordered } }).json<SettingRow>(),
  }),
});

/** The order in which rows were made: the same for everybody, and new ones come at the end. */
const oldestFirst = <Row extends SettingRow>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);

/** The calls of the screen of access rights. All throw what ky throws, or SessionEnded. */
export const accessCalls: AccessCalls = {
  async load() {
    const [roles, directings, tasks, actions, settings] = await Promise.all([
      askList('role'),
      askList('directing'),
      askList('task'),
      askList<ActionRow>('action'),
      informator.get('setting/access', { timeout: MATRIX_TIMEOUT_MS }),
    ]);
    return {
      roles: oldestFirst(roles),
      directings: oldestFirst(directings),
      tasks: oldestFirst(tasks),
      actions: oldestFirst(actions),
      access: await settings.json<AccessSettings>(),
      version: settings.headers.get('ETag'),
    };
  },
  async save(form, version) {
    await informator.post('setting/access', {
      json: form,
      timeout: MATRIX_TIMEOUT_MS,
      headers: version === null ? {} : { 'If-Match': version },
    });
  },
};

/** All rights of all roles as a workbook. Throws what ky throws, or SessionEnded. */
export const askMatrix = (): Promise<Blob> =>
  informator.get('setting/access/matrix', { timeout: MATRIX_TIMEOUT_MS }).blob();

/** What a sheet of rights would change, and the version of the settings that this was made from. Throws what ky throws, or SessionEnded. */
export async function checkMatrix(
  file: File,
): Promise<{ readonly difference: AccessSheet; readonly version: string | null }> {
  const answer = await informator.post('setting/access/matrix/check', {
    body: formWith(file),
    timeout: MATRIX_TIMEOUT_MS,
  });
  return { difference: await answer.json<AccessSheet>(), version: answer.headers.get('ETag') };
}

/** Gives the roles of a sheet its rights, if nobody has changed one since `version`. Throws what ky throws, or SessionEnded. */
export async function saveMatrix(file: File, version: string | null): Promise<void> {
  await informator.post('setting/access/matrix', {
    body: formWith(file),
    timeout: MATRIX_TIMEOUT_MS,
    headers: version === null ? {} : { 'If-Match': version },
  });
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.set('file', file, file.name);
  return form;
}

/** One page of what was changed about rights, newest first; `last` is the id of the last one shown. Throws what ky throws, or SessionEnded. */
export const askHistory = (last: string | null): Promise<AccessChange[]> =>
  informator
    .get('setting/access/history', {
      searchParams: { limit: ACCESS_HISTORY_PAGE, ...(last !== null && { last }) },
    })
    .json<AccessChange[]>();

/** What would change if a role were again as it stood before a change, and the version of the settings that this was made from. Throws what ky throws, or SessionEnded. */
export async function askEarlier(
  id: number,
): Promise<{ readonly difference: AccessRestore; readonly version: string | null }> {
  const answer = await informator.get(`setting/access/history/${id}`);
  return { difference: await answer.json<AccessRestore>(), version: answer.headers.get('ETag') };
}

/** Brings a role back to how it stood before a change, if nobody has changed it since `version`. Throws what ky throws, or SessionEnded. */
export async function restoreEarlier(id: number, version: string | null): Promise<void> {
  await informator.post(`setting/access/history/${id}/restore`, {
    timeout: MATRIX_TIMEOUT_MS,
    headers: version === null ? {} : { 'If-Match': version },
  });
}

/** What one user may do with documents. Throws what ky throws, or SessionEnded. */
export const askEffectiveRights = (uid: string): Promise<EffectiveRights> =>
  informator.get(`setting/access/user/${encodeURIComponent(uid)}`).json<EffectiveRights>();

/** The calls of the screen of role binding. All throw what ky throws, or SessionEnded. */
export const bindingCalls: BindingCalls = {
  roles: async () => oldestFirst(await askList('role')),
  users(search, last, signal) {
    const searchParams = { limit: BINDING_PAGE_SIZE, ...(search && { search }), ...(last && { last }) };
    return informator.get('user/search/', { searchParams, signal }).json<Profile[]>();
  },
  bind: (email, roleId) =>
    informator.patch('setting/access/bundle/role', { json: { email, roleId: roleId ?? '' } }).json<BoundProfile>(),
};

/** Everything the screen of access rights loads; `version` names this state of the settings. */
interface Loaded extends Grid {
  readonly roles: readonly Named[];
  readonly access: AccessSettings;
  readonly version: string | null;
}

/** The calls of the screen; each rejects with the error of the call. */
export interface AccessCalls {
  load(): Promise<Loaded>;
  /** Replaces the rights of the named roles, if nobody has changed one of them since `version`. */
  save(form: unknown, version: string | null): Promise<void>;
}
