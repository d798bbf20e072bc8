// Calls of the API for the staff pages of access rights: lists of roles, directions, types of documents and actions,
// who has which role, and what a user may do. The rights of roles are in rights-calls.ts.
import type * as accessContract from '../../../contract/access/access.ts';
import type { BoundProfile } from '../../../contract/people/profiles.ts';
import { informator } from '../platform/session.ts';
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

/** Whether a change would break any route in force. */
export const doesBreak = ({ templateCount, signatoryCount }: accessContract.BrokenRoutes): boolean =>
  templateCount + signatoryCount > 0;

/** The calls about the roles of people. All throw what ky throws, or SessionEnded. */
export const bindingCalls = {
  roles: async () => oldestFirst(await askList('role')),
  /** What of the routes in force that role would break. */
  examine: (email: string, roleId: number | null): Promise<accessContract.BrokenRoutes> =>
    informator
      .post('setting/access/bundle/role/examine', { json: { email, roleId: roleId ?? '' } })
      .json<accessContract.BrokenRoutes>(),
  /** Gives a user one role; null takes it away. */
  bind: (email: string, roleId: number | null): Promise<BoundProfile> =>
    informator.patch('setting/access/bundle/role', { json: { email, roleId: roleId ?? '' } }).json<BoundProfile>(),
};
