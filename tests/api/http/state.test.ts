import { expect, onTestFinished, test } from 'vitest';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { ADMIN, startServer, USER, type WholeServer } from '../../support/server.ts';

const askState = async (server: WholeServer, account = ADMIN) => {
  const { access } = await server.signIn(account);
  return server.fetch('/api/state/', { headers: { Authorization: `Bearer ${access}` } });
};

test('an administrator is told how the process is, and nobody else', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  expect((await server.fetch('/api/state/')).status).toBe(401);
  expect((await askState(server, USER)).status).toBe(403);
  const answer = await askState(server);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const state = (await answer.json()) as StateAnswer;
  expect(state).toMatchObject({
    process: { services: ['mauth', 'bridge', 'informator', 'mnote'], node: process.version },
    imports: { running: 0, waiting: 0, last: [] },
    index: { behind: 0, asOf: null },
    site: { state: 'fresh', error: '' },
    backups: null,
    accounts: { openAdministrators: 0, withoutEmail: [], trustsSignUps: false },
    placeholders: [],
    points: [],
  });
  expect(state.process.name).toMatch(/:\d+$/);
  expect(state.mails.map(({ name }) => name)).toEqual(['mauth', 'bridge', 'informator']);
  for (const { state: database } of state.databases) expect(database?.version).toBeGreaterThan(0);
  expect(state.disk?.free).toBeGreaterThan(0);
});

test('a shop for customers is told of contacts that belong to nobody', async () => {
  const said: string[] = [];
  const server = await startServer({
    environment: { NODE_ENV: 'production', VERIFICATION: 'off', COMPANY_PHONE: '+7 351 200-00-01' },
    say: (line) => said.push(line),
  });
  onTestFinished(() => server.close());
  const { placeholders, accounts } = (await (await askState(server)).json()) as StateAnswer;
  expect(placeholders).toEqual(['SITE_NAME', 'COMPANY_EMAIL', 'COMPANY_ADDRESS']);
  // security 91: a second factor is recommended to the administrators of a shop for customers.
  expect(accounts).toEqual({ openAdministrators: 1, withoutEmail: [], trustsSignUps: true });
  expect(said).toContainEqual(expect.stringContaining(placeholders.join(', ')));
});
