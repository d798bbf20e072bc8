import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INFORMATOR } from '../../../contract/api.ts';
import { ACCESS_BOXES_MAX } from '../../../contract/limits.ts';
import { ADMIN, startServer, USER, type WholeServer } from '../../support/server.ts';

let server: WholeServer;
let token: string;
const ids = { role: 0, directing: 0, task: 0 };

const call = (path: string, init: RequestInit = {}, as = token) =>
  server.fetch(INFORMATOR + path, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${as}` } });
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const settings = async () => (await call('/setting/access')).json();
const box = (action: number) => `id_${ids.role}[id_${ids.directing}][id_${ids.task}][id_${action}]`;

beforeAll(async () => {
  server = await startServer();
  token = (await server.signIn(ADMIN)).access;
  for (const list of ['role', 'directing', 'task'] as const) {
    const answer = await call(`/${list}`, json({ title: 'Первая строка' }));
    ids[list] = ((await answer.json()) as { id: number }).id;
  }
});
afterAll(() => server?.close());

test('security 21: a body that ends in the middle changes nothing', async () => {
  await call('/setting/access', json({ [box(1)]: 'on' }));
  const before = await settings();
  const multipart = `--x\r\nContent-Disposition: form-data; name="id_${ids.role}"\r\n\r\n\r\n--x\r\n`;
  await cutOff('application/x-www-form-urlencoded', `id_${ids.role}=&${encodeURIComponent(box(2))}=on`);
  await cutOff('multipart/form-data; boundary=x', multipart);
  expect(await settings()).toEqual(before);
});

/** Sends a body that ends a hundred bytes before its announced length. */
async function cutOff(type: string, body: string): Promise<void> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    [
      `POST ${INFORMATOR}/setting/access HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length + 100}`,
      '',
      body,
    ].join('\r\n'),
  );
  socket.end();
  socket.resume();
  await once(socket, 'close');
}

test('security 21: ten thousand boxes come as multipart; more than the most are refused in every naming', async () => {
  const form = new FormData();
  for (let n = 0; n < 10_000; n++) form.append(box((n % 5) + 1), 'on');
  const saved = await call('/setting/access', { method: 'POST', body: form });
  expect([saved.status, await saved.json()]).toEqual([200, { message: 'saved access setting' }]);
  expect(await settings()).toMatchObject([
    { directings: [{ tasks: [{ actions: [1, 2, 3, 4, 5].map((id) => ({ id })) }] }] },
  ]);
  const tooMany = await call('/setting/access', {
    method: 'POST',
    body: 'id_1=&'.repeat(ACCESS_BOXES_MAX + 1),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([tooMany.status, await tooMany.json()]).toEqual([413, { error: 'request entity too large' }]);
});

test('security 8: a user gets his role at sign-in and loses it while signed in', async () => {
  const { access } = await server.signIn(USER);
  expect((await call('/user', json({ name: 'Иван' }), access)).status).toBe(201);
  const asks = async () => (await call(`/user/search?directing=${ids.directing}&task=${ids.task}`, {}, access)).status;
  const bind = (roleId: number | '') =>
    call('/setting/access/bundle/role', { ...json({ roleId, email: USER.email }), method: 'PATCH' });
  expect(await asks()).toBe(403);
  expect((await bind(ids.role)).status).toBe(200);
  expect(await asks()).toBe(200);
  expect((await bind('')).status).toBe(200);
  expect(await asks()).toBe(403);
});
