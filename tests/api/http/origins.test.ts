import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';
import { serve } from '../../support/http-server.ts';

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
    url: '/thing',
    config: { permission: 'anyone' },
    handler: async () => ({ ok: true }),
  });
};
const options = { siteUrl: 'https://parts.example', corsOrigins: ['https://crm.example'] };
const CHANGING = ['POST', 'PATCH', 'PUT', 'DELETE'];

test.each(['https://evil.example', 'null', 'https://parts.example.evil.example', 'http://parts.example', 'rubbish'])(
  'security 39: a changing call from %s is refused',
  async (origin) => {
    const server = await serve(routes, options);
    for (const method of CHANGING) {
      const answer = await server.fetch('/api/test/thing', { method, headers: { Origin: origin } });
      expect([answer.status, await answer.json()]).toEqual([403, { error: 'forbidden' }]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const read = await server.fetch('/api/test/thing', { headers: { Origin: origin } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  },
);

test('security 39: the own host, the public address, a configured site and no origin at all may change', async () => {
  const server = await serve(routes, options);
  for (const origin of [server.origin, 'https://parts.example', 'https://crm.example', undefined]) {
    for (const method of CHANGING) {
      const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
      expect((await server.fetch('/api/test/thing', { method, headers })).status).toBe(200);
    }
  }
});

test('security 39: a preflight is answered for configured sites only, and no cookie is ever set', async () => {
  const server = await serve(routes, options);
  const ask = (origin: string) =>
    server.fetch('/api/test/thing', {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
    });
  const allowed = await ask('https://crm.example');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://crm.example');
  expect(allowed.headers.get('access-control-allow-methods')).toContain('PATCH');
  const headers = allowed.headers.get('access-control-allow-headers')?.split(', ');
  expect(headers).toEqual(expect.arrayContaining(['Authorization', 'If-Match', 'Idempotency-Key']));
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  expect(allowed.headers.get('vary')).toBe('Origin');
  const foreign = await ask('https://evil.example');
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([404, null]);
  expect(allowed.headers.get('set-cookie')).toBeNull();
});

test('behind a trusted proxy the public host is the one that the proxy names, otherwise its word counts for nothing', async () => {
  const headers = { Origin: 'https://shop.example', 'X-Forwarded-Host': 'shop.example' };
  const trusting = await serve(routes, { trustProxy: readConfig({ TRUST_PROXY: 'on' }).trustProxy });
  expect((await trusting.fetch('/api/test/thing', { method: 'POST', headers })).status).toBe(200);
  const direct = await serve(routes);
  expect((await direct.fetch('/api/test/thing', { method: 'POST', headers })).status).toBe(403);
});
