import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startServer, USER, type WholeServer } from '../../support/server.ts';
import { CALLS, type Call, PRESENT, tablePath } from './calls.ts';

let server: WholeServer;
let tokens: { user: string; admin: string };
beforeAll(async () => {
  server = await startServer();
  tokens = { user: (await server.signIn(USER)).access, admin: (await server.signIn(ADMIN)).access };
});
afterAll(() => server?.close());

const present = CALLS.filter(({ part }) => PRESENT.includes(part));
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every call of the present parts is served, with the right that the table gives it', () => {
  const served = new Map(
    server.app.routes.map(({ method, url, permission }) => [nameOf({ method, path: tablePath(url) }), permission]),
  );
  const expected = present.map((call) => [nameOf(call), call.permission]);
  expect(expected.map(([name = '']) => [name, served.get(name)])).toEqual(expected);
});

test('security 16: no route is served that the table does not know', () => {
  const known = new Set(CALLS.flatMap((call) => [nameOf(call), `HEAD ${call.path}`]));
  const unknown = server.app.routes
    .map(({ method, url }) => nameOf({ method, path: tablePath(url) }))
    .filter((name) => !known.has(name));
  expect(unknown).toEqual([]);
});

test('security 73: the calls that change passwords, e-mails, second factors and ranks ask for a recent password, no others', () => {
  const asking = server.app.routes
    .filter(({ recentPassword }) => recentPassword)
    .map(({ method, url }) => nameOf({ method, path: tablePath(url) }));
  expect(asking.sort()).toEqual(
    present
      .filter(({ recentPassword }) => recentPassword)
      .map(nameOf)
      .sort(),
  );
});

/** Nothing has this id, so that no call of the matrix changes anything. */
const NOBODY = '999999999';

async function statusOf(call: Call, token: string | null): Promise<number> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const answer = await server.fetch(call.path.replaceAll(':', NOBODY), {
    method: call.method,
    headers,
    signal: AbortSignal.timeout(10_000),
  });
  await answer.body?.cancel();
  return answer.status;
}

describe('security 16: who may call', () => {
  test.each(present.map((call) => [nameOf(call), call] as const))('%s', async (_name, call) => {
    const broken = `${tokens.admin.slice(0, -3)}xyz`;
    const outcome = {
      anonymous: refusal(await statusOf(call, null)),
      broken: refusal(await statusOf(call, broken)),
      user: refusal(await statusOf(call, tokens.user)),
      admin: refusal(await statusOf(call, tokens.admin)),
    };
    expect(outcome).toEqual({
      ...EXPECTED[call.permission],
      ...(call.needsRole ? { user: 403 } : {}),
      ...(call.readsToken ? { broken: 401 } : {}),
    });
  });
});

/** 401 and 403 are refusals, a 500 is never right; whatever else a call says to nonsense is its own matter. */
function refusal(status: number): number | 'in' {
  return status === 401 || status === 403 || status === 500 ? status : 'in';
}

const EXPECTED: Readonly<Record<Call['permission'], object>> = {
  anyone: { anonymous: 'in', broken: 'in', user: 'in', admin: 'in' },
  'signed-in': { anonymous: 401, broken: 401, user: 'in', admin: 'in' },
  'signed-in-or-link': { anonymous: 401, broken: 401, user: 'in', admin: 'in' },
  admin: { anonymous: 401, broken: 401, user: 403, admin: 'in' },
  'action:Заявки': { anonymous: 401, broken: 401, user: 403, admin: 'in' },
  // An access token is neither that of a service nor a refresh token.
  service: { anonymous: 401, broken: 401, user: 401, admin: 401 },
  // Off until a setting opens it.
  exchange: { anonymous: 403, broken: 403, user: 403, admin: 403 },
  'refresh-token': { anonymous: 401, broken: 401, user: 401, admin: 401 },
};

test('both slash forms and HEAD answer alike', async () => {
  for (const path of ['/health', '/api/bridge/card/all/count', '/api/docs', '/api/docs/json']) {
    const answers = await Promise.all([
      server.fetch(path),
      server.fetch(`${path}/`),
      server.fetch(path, { method: 'HEAD' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
});

test('the reference describes every call of the present parts', async () => {
  const { paths } = (await (await server.fetch('/api/docs/json')).json()) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  const shown = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) =>
      `${method.toUpperCase()} ${path}`.replace(/\{[^}]+\}/g, ':').replace(/(.)\/$/, '$1'),
    ),
  );
  // The form of the page of the request, of visitors without script, is no call of programs.
  const isPage = (name: string) => name.startsWith('GET /api/docs') || name === 'POST /catalog/request';
  const expected = present.map(nameOf).filter((name) => !isPage(name));
  expect(shown.sort()).toEqual(expected.sort());
});
