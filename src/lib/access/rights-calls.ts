// Calls of the API for the screen of the rights of all roles, with its one store: the matrix, its sheet and its history.
import type * as accessContract from '../../../contract/access/access.ts';
import { ACCESS_HISTORY_PAGE } from '../../../contract/limits.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { informator } from '../platform/session.ts';
import { askList, oldestFirst } from './access-calls.ts';
import { type AccessCalls, createAccess } from './access-store.ts';

/** For the whole matrix over a slow line, ms. */
const MATRIX_TIMEOUT_MS = 120_000;

const accessCalls: AccessCalls = {
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
  examine: (form) =>
    informator
      .post('setting/access/examine', { json: form, timeout: MATRIX_TIMEOUT_MS })
      .json<accessContract.BrokenRoutes>(),
  async save(form, version) {
    await informator.post('setting/access', { json: form, timeout: MATRIX_TIMEOUT_MS, headers: ifMatch(version) });
  },
};

/** The one store of this tab. */
export const accessStore = createAccess(accessCalls);

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
