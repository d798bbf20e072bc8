import { afterEach, expect, test } from 'vitest';
import { BY_COMMAND_LINE } from '../../../contract/journal/events.ts';
import { ADMIN, startServer, USER, type WholeServer } from '../../support/server.ts';

const running: WholeServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(environment: Record<string, string>): Promise<WholeServer> {
  const server = await startServer({ environment });
  running.push(server);
  return server;
}

test('the info service of another process learns from the auth service who is disabled', async () => {
  const shared = { JWT_SECRET: 'a secret of the whole installation' };
  const auth = await start({ ...shared, SERVICES: 'mauth' });
  const info = await start({ ...shared, SERVICES: 'informator', PUBLIC_MAUTH_URL: auth.origin });
  const accounts = auth.app.services.mauth?.accounts;
  const email = { typed: USER.email, key: USER.email };
  const states = info.app.services.informator?.context.accounts;
  const { access } = await auth.signIn(USER);
  const uid = (await auth.app.services.mauth?.identity.callerOf(access))?.uid ?? '';
  expect(await states?.disabledAmong([uid])).toEqual(new Set());
  await accounts?.setStanding(email, { disabled: true });
  expect(await states?.disabledAmong([uid])).toEqual(new Set([uid]));
});

/** The same change of an e-mail, sent by `mauth` to `informator`. */
async function followsEmail(mauth: WholeServer, informator: WholeServer): Promise<void> {
  const { access } = await mauth.signIn(USER);
  const api = async (method: string, path: string, bearer: string, body: object) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const answer = await informator.fetch(`/api/informator${path}`, { method, headers, body: JSON.stringify(body) });
    return [answer.status, await answer.json()];
  };
  expect(await api('POST', '/user/', access, { name: 'Анна' })).toMatchObject([201, { email: USER.email }]);
  const wanted = { typed: 'Anna@parts.example', key: 'anna@parts.example' };
  const former = { typed: USER.email, key: USER.email };
  const refusal = await mauth.app.services.mauth?.emailChanges.set(former, wanted, BY_COMMAND_LINE);
  expect(refusal).toBeNull();
  const admin = (await mauth.signIn(ADMIN)).access;
  const bundle = { email: wanted.key, roleId: '' };
  expect(await api('PATCH', '/setting/access/bundle/role', admin, bundle)).toMatchObject([
    200,
    { email: wanted.typed, name: 'Анна' },
  ]);
}

test('a new e-mail is followed by the info service of the same process', async () => {
  const server = await start({});
  await followsEmail(server, server);
});

test('a new e-mail is followed by the info service of another process', async () => {
  const shared = { JWT_SECRET: 'a secret of the whole installation' };
  const auth = await start({ ...shared, SERVICES: 'mauth' });
  await followsEmail(auth, await start({ ...shared, SERVICES: 'informator', PUBLIC_MAUTH_URL: auth.origin }));
});

test('the catalogue service of another process asks the info service who may work on requests, each time', async () => {
  const shared = { JWT_SECRET: 'a secret of the whole installation' };
  const auth = await start({ ...shared, SERVICES: 'mauth' });
  const there = { ...shared, PUBLIC_MAUTH_URL: auth.origin };
  const info = await start({ ...there, SERVICES: 'informator' });
  const shop = await start({ ...there, SERVICES: 'bridge', PUBLIC_INFORMATOR_URL: info.origin });
  const [user, admin] = [(await auth.signIn(USER)).access, (await auth.signIn(ADMIN)).access];
  const call = async (server: WholeServer, as: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
    const answer = await server.fetch(`/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return answer.status;
  };
  const asked = (as: string) => call(shop, as, 'GET', '/bridge/requests');
  await call(info, user, 'POST', '/informator/user', { name: 'Иван' });
  await call(info, admin, 'POST', '/informator/role', { title: 'Менеджер' });
  const bundle = { email: USER.email, roleId: 1 };
  expect(await call(info, admin, 'PATCH', '/informator/setting/access/bundle/role', bundle)).toBe(200);
  const save = (rights: object) => call(info, admin, 'POST', '/informator/setting/access', { id_1: rights });

  expect([await asked(user), await asked(admin)]).toEqual([403, 200]);
  expect(await save({ action: { id_1: 'on' } })).toBe(200);
  expect(await asked(user)).toBe(200);
  expect(await save({ action: '' })).toBe(200);
  expect(await asked(user)).toBe(403);

  // The other service does not answer: the caller is neither let in nor refused.
  await info.close();
  running.splice(running.indexOf(info), 1);
  expect([await asked(user), await asked(admin)]).toEqual([503, 200]);
});
