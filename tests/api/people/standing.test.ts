import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, startServer, USER, type WholeServer } from '../../support/server.ts';

let server: WholeServer;
let admin: string;
let user: string;

const call = (as: string, method: string, path: string, body?: object) =>
  server.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const save = async (rights: object) =>
  (await call(admin, 'POST', '/informator/setting/access', { id_1: rights })).status;
const mayWork = async () => (await call(user, 'GET', '/bridge/requests')).status;
const standing = async () => {
  const [role] = (await (await call(admin, 'GET', '/informator/setting/access')).json()) as { actions?: object[] }[];
  return role?.actions;
};

beforeAll(async () => {
  server = await startServer();
  admin = (await server.signIn(ADMIN)).access;
  user = (await server.signIn(USER)).access;
  await call(user, 'POST', '/informator/user', { name: 'Иван' });
  for (const list of ['role', 'directing', 'task'])
    await call(admin, 'POST', `/informator/${list}`, { title: 'Первая строка' });
  await call(admin, 'PATCH', '/informator/setting/access/bundle/role', { email: USER.email, roleId: 1 });
});
afterAll(() => server?.close());

test('a role gets the action «Заявки» as such, keeps it under a form that does not know it, and loses it at once', async () => {
  expect(await mayWork()).toBe(403);
  expect(await save({ action: { id_1: 'on' } })).toBe(200);
  expect(await standing()).toEqual([{ id: 1, title: 'Заявки' }]);
  expect(await mayWork()).toBe(200);
  expect(await save({ id_1: { id_1: ['on'] } })).toBe(200);
  expect(await mayWork()).toBe(200);
  expect(await save({ id_1: { id_1: ['on'] }, action: '' })).toBe(200);
  expect([await standing(), await mayWork()]).toEqual([undefined, 403]);
  await save({ action: { id_1: 'on' } });
  const cleared = await call(admin, 'POST', '/informator/setting/access', { id_1: '' });
  expect([cleared.status, await mayWork()]).toEqual([200, 403]);
  for (const wrong of [{ action: { id_7: 'on' } }, { action: 'on' }, { action: { id_1: { id_1: 'on' } } }])
    expect(await save(wrong)).toBe(400);
});

test('history, one user and the workbook tell of it', async () => {
  await save({ action: { id_1: 'on' } });
  const [last] = (await (await call(admin, 'GET', '/informator/setting/access/history')).json()) as object[];
  expect(last).toMatchObject({ added: ['Без направления / Заявки'], removed: [] });
  const { uid } = (await (await call(user, 'GET', '/informator/user')).json()) as { uid: string };
  const effective = await (await call(admin, 'GET', `/informator/setting/access/user/${uid}`)).json();
  expect(effective).toMatchObject({ actions: [{ title: 'Заявки', allowed: true }], pairs: [] });
  expect((await call(admin, 'GET', '/informator/setting/access/matrix')).status).toBe(200);
});
