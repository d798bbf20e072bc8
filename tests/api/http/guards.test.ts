import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { expect, test } from 'vitest';
import { serve } from '../../support/http-server.ts';

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const whoever = async (request: { caller: { email: string } | null; bearer: string }) => ({
    email: request.caller?.email ?? null,
    bearer: request.bearer,
  });
  app.get('/open', { config: { permission: 'anyone' } }, whoever);
  app.get('/asks', { config: { permission: 'anyone' } }, async (request) => ({
    email: (await request.callerIfAny())?.email ?? null,
  }));
  app.get('/own', { config: { permission: 'signed-in' } }, whoever);
  app.get('/password', { config: { permission: 'signed-in', duringPasswordChange: true } }, whoever);
  app.post('/rule', { config: { permission: 'admin' } }, whoever);
  app.get('/named/:name', { config: { permission: 'anyone' } }, async (request) => request.params);
  const opensLink = ({ query }: { query: unknown }) => (query as { key?: string }).key === 'good';
  app.get('/file', { config: { permission: 'signed-in-or-link', opensLink } }, whoever);
  app.get('/closed', { config: { permission: 'signed-in-or-link' } }, whoever);
  const knowsService = (token: string) => token === 'service-token';
  app.get('/service', { config: { permission: 'service', knowsService } }, whoever);
  app.get('/nobody', { config: { permission: 'service' } }, whoever);
  app.get('/refresh', { config: { permission: 'refresh-token' } }, whoever);
};

const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

test('a route that declares no permission stops the start', async () => {
  const careless: FastifyPluginAsyncTypebox = async (app) => {
    app.get('/forgotten', async () => 'secret');
  };
  await expect(serve(careless)).rejects.toThrow('GET /api/test/forgotten declares no permission');
});

test('a public route ignores an empty, a broken and a valid token alike', async () => {
  const server = await serve(routes);
  for (const headers of [{}, { Authorization: 'Bearer ' }, { Authorization: 'x' }, as('user-token').headers]) {
    const answer = await server.fetch('/api/test/open', { headers });
    expect([answer.status, await answer.json()]).toEqual([200, { email: null, bearer: '' }]);
  }
});

test('a route with links opens to a good one and to a token, and to nobody else', async () => {
  const server = await serve(routes);
  const user = { email: 'user@parts.example', bearer: '' };
  const nobody = { email: null, bearer: '' };
  const refused = { error: 'invalid access token' };
  for (const [path, init, status, body] of [
    ['file?key=good', {}, 200, nobody],
    ['file?key=good', as('broken'), 200, nobody],
    ['file?key=bad', {}, 401, refused],
    ['file', {}, 401, refused],
    ['file', as('broken'), 401, refused],
    ['file?key=bad', as('user-token'), 200, user],
    ['file', as('reset-token'), 403, { error: 'forbidden' }],
    ['closed?key=good', {}, 401, refused],
  ] as const) {
    const answer = await server.fetch(`/api/test/${path}`, init);
    expect([path, answer.status, await answer.json()]).toEqual([path, status, body]);
  }
});

test('a route for services opens to their token alone, and to nobody when it knows none', async () => {
  const server = await serve(routes);
  for (const [path, token, status] of [
    ['service', 'service-token', 200],
    ['service', 'admin-token', 401],
    ['service', '', 401],
    ['nobody', 'service-token', 401],
    ['nobody', 'admin-token', 401],
  ] as const) {
    const answer = await server.fetch(`/api/test/${path}`, as(token));
    expect([path, token, answer.status]).toEqual([path, token, status]);
  }
});

test('a public route that asks who calls knows a visitor from somebody whose token has run out', async () => {
  const server = await serve(routes);
  for (const [init, status, body] of [
    [{}, 200, { email: null }],
    [as(''), 200, { email: null }],
    [as('user-token'), 200, { email: 'user@parts.example' }],
    [as('forged'), 401, { error: 'invalid access token' }],
    [as('reset-token'), 403, { error: 'forbidden' }],
    [as('no-answer'), 503, { error: 'service is busy' }],
  ] as const) {
    const answer = await server.fetch('/api/test/asks', init);
    expect([answer.status, await answer.json()]).toEqual([status, body]);
  }
});

test.each([
  ['no token', {}],
  ['an empty token', as('')],
  ['an unknown token', as('forged')],
  ['half a header', { headers: { Authorization: 'Bearer' } }],
])('a guarded route answers 401 to %s', async (_name, init) => {
  const server = await serve(routes);
  const answer = await server.fetch('/api/test/own', init);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(await answer.json()).toEqual({ error: 'invalid access token' });
});

test('the caller of a valid token reaches the route, with and without a trailing slash, in any case', async () => {
  const server = await serve(routes);
  for (const path of ['/api/test/own', '/api/test/own/', '/API/Test/Own']) {
    const answer = await server.fetch(path, as('user-token'));
    expect(await answer.json()).toEqual({ email: 'user@parts.example', bearer: '' });
  }
});

test('a route for administrators answers 403 to a user before it looks at the body', async () => {
  const server = await serve(routes);
  const broken = { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } };
  const refused = await server.fetch('/api/test/rule', {
    ...broken,
    headers: { ...broken.headers, Authorization: 'Bearer user-token' },
  });
  expect([refused.status, await refused.json()]).toEqual([403, { error: 'forbidden' }]);
  const read = await server.fetch('/api/test/rule', {
    ...broken,
    headers: { ...broken.headers, Authorization: 'Bearer admin-token' },
  });
  expect([read.status, await read.json()]).toEqual([400, { error: 'invalid json' }]);
});

test('an account that must change its password reaches only the routes that say so', async () => {
  const server = await serve(routes);
  expect((await server.fetch('/api/test/own', as('reset-token'))).status).toBe(403);
  expect((await server.fetch('/api/test/rule', { method: 'POST', ...as('reset-token') })).status).toBe(403);
  expect((await server.fetch('/api/test/password', as('reset-token'))).status).toBe(200);
});

test('a refresh token reaches its route unread', async () => {
  const server = await serve(routes);
  const answer = await server.fetch('/api/test/refresh', as('any-text'));
  expect(await answer.json()).toEqual({ email: null, bearer: 'any-text' });
});

test('an auth service that does not answer is 503, not 401', async () => {
  const server = await serve(routes);
  const answer = await server.fetch('/api/test/own', as('no-answer'));
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
});

test('an unknown path and a wrong method are 404 in JSON', async () => {
  const server = await serve(routes);
  for (const init of [{}, { method: 'DELETE' }]) {
    const answer = await server.fetch(init.method ? '/api/test/own' : '/api/nowhere', init);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'not found' }]);
  }
});

test('security 40: a NUL in an address is 404 before any route sees it, and a long name is not cut off', async () => {
  const server = await serve(routes);
  const nul = await server.fetch('/api/test/named/a%00b');
  expect([nul.status, await nul.json()]).toEqual([404, { error: 'not found' }]);
  const name = encodeURIComponent('я'.repeat(300));
  expect(await (await server.fetch(`/api/test/named/${name}`)).json()).toEqual({ name: 'я'.repeat(300) });
});
