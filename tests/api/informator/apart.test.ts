import { afterEach, expect, test } from 'vitest';
import { startServer, USER, type WholeServer } from '../../support/server.ts';

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
