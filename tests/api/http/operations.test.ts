import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { DatabaseBusy } from '../../../server/platform/database/trouble.ts';
import { serve } from '../../support/http-server.ts';

test('/health answers at once and /ready asks the services', async () => {
  let ready: () => Promise<boolean> = async () => true;
  const server = await serve(async () => {}, { readiness: () => ready() });
  const states = [
    [async () => true, 200, { status: 'ready' }],
    [async () => false, 503, { error: 'not ready' }],
    [async () => Promise.reject(new Error('no database')), 503, { error: 'not ready' }],
  ] as const;
  for (const [state, status, body] of states) {
    ready = state;
    const health = await server.fetch('/health');
    expect([health.status, await health.text()]).toEqual([200, '{"status":"ok"}']);
    const answer = await server.fetch('/ready/');
    expect([answer.status, await answer.json()]).toEqual([status, body]);
  }
});

test('metrics are for this machine, not for clients of its proxy, and for holders of the token', async () => {
  const server = await serve(async () => {}, { metricsToken: 'a-long-metrics-token' });
  await server.fetch('/health');
  const local = await server.fetch('/metrics');
  expect(local.headers.get('content-type')).toContain('text/plain');
  expect(await local.text()).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/health",status="2xx"\} 1/,
  );
  const proxied = { 'X-Forwarded-For': '203.0.113.7' };
  const wrong = { ...proxied, Authorization: 'Bearer another-token' };
  for (const headers of [proxied, wrong, { Via: '1.1 proxy' }]) {
    expect((await server.fetch('/metrics', { headers })).status).toBe(403);
  }
  const token = { ...proxied, Authorization: 'Bearer a-long-metrics-token' };
  expect((await server.fetch('/metrics', { headers: token })).status).toBe(200);
});

const documented: FastifyPluginAsyncTypebox = async (app) => {
  app.patch(
    '/part/:id',
    {
      config: { permission: 'admin' },
      schema: {
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ title: Type.Optional(Type.String({ description: '<b>shown as text</b>' })) }),
        response: { 200: Type.Object({ id: Type.Integer() }) },
      },
    },
    async () => ({ id: 1 }),
  );
};

test('the reference page and the OpenAPI document come from the schemas', async () => {
  const server = await serve(documented);
  const api = (await (await server.fetch('/api/docs/json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { security?: unknown; description?: string }>>;
  };
  expect(api.openapi).toBe('3.1.0');
  expect(api.paths['/api/test/part/{id}']?.patch?.security).toEqual([{ bearer: [] }]);
  const answer = await server.fetch('/api/docs');
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(api.paths['/api/test/part/{id}']?.patch?.description).toContain('Needs the access token of an administrator.');
  const loaded = [...(await answer.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, place]) => place);
  expect(loaded).toHaveLength(6);
  for (const place of loaded.filter((place) => place !== 'data:,')) {
    expect(place).toMatch(/^\/api\/docs\//);
    expect((await server.fetch(place ?? '')).status).toBe(200);
  }
});

const failing: FastifyPluginAsyncTypebox = async (app) => {
  const config = { permission: 'anyone' } as const;
  app.get('/broken', { config }, async (_request, reply) => {
    reply.header('Content-Disposition', 'attachment').header('ETag', '"x"');
    throw new Error('SELECT secret FROM users');
  });
  app.get('/busy', { config }, async () => {
    throw new DatabaseBusy();
  });
  app.get('/full', { config }, async () => {
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  });
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { done: true };
  };
  app.get('/slow', { config }, slow);
  app.post('/slow', { config }, slow);
};

test('a failure of our own making is 500 without its text and without the headers of a success', async () => {
  const server = await serve(failing);
  const answer = await server.fetch('/api/test/broken');
  expect([answer.status, await answer.json()]).toEqual([500, { error: 'internal server error' }]);
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(answer.headers.get('etag')).toBeNull();
});

test('security 43, 56: a busy database is 503, a full disk 507 with its reason, both with a time to come again', async () => {
  const server = await serve(failing);
  for (const [path, status, error, seconds] of [
    ['busy', 503, 'service is busy', '2'],
    ['full', 507, 'на сервере закончилось место', '60'],
  ] as const) {
    const answer = await server.fetch(`/api/test/${path}`);
    expect([answer.status, await answer.json()]).toEqual([status, { error }]);
    expect(answer.headers.get('retry-after')).toBe(seconds);
  }
});

test('security 48: requests above the limit are shed with 503 while /health lives, and then all is as before', async () => {
  const server = await serve(failing, { limits: { runningMax: 2 } });
  const flood = Array.from({ length: 6 }, () => server.fetch('/api/test/slow'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await server.fetch('/health')).status).toBe(200);
  const answers = await Promise.all(flood);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503, 503, 503]);
  const shed = answers.find(({ status }) => status === 503);
  expect(shed?.headers.get('retry-after')).toBe('2');
  expect((await server.fetch('/api/test/slow')).status).toBe(200);
});

test('security 48: a main loop that has more to do than time sheds with 503, takes a share, and lives on', async () => {
  let worked = 0;
  const server = await serve(async (app) => {
    app.get('/open', { config: { permission: 'anyone' } }, async () => ({ done: true }));
    app.get('/work', { config: { permission: 'anyone' } }, async () => {
      worked += 1;
      const until = performance.now() + 50;
      while (performance.now() < until);
      return { done: true };
    });
  });
  const asked = (count: number, path: string) =>
    Array.from({ length: count }, async () => {
      const answer = await server.fetch(path);
      await answer.text();
      return answer;
    });
  // Over connections that are there, as a balancer has them, all come in one turn.
  await Promise.all(asked(90, '/api/test/open'));
  const flood = asked(89, '/api/test/work');
  const health = server.fetch('/health');
  const answers = await Promise.all(flood);
  const shed = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(worked);
  expect(answers.length - shed.length).toBe(worked);
  expect(worked).toBeGreaterThanOrEqual(10);
  expect(shed.length).toBeGreaterThan(0);
  for (const { headers } of shed) expect(headers.get('retry-after')).toBe('2');
  expect((await health).status).toBe(200);
  expect((await server.fetch('/api/test/work')).status).toBe(200);
});

test('security 48: a client that sends its headers for ever is cut off', async () => {
  const server = await serve(failing, { limits: { headersTimeout: 300, requestTimeout: 600 } });
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let received = '';
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => socket.writable && socket.write('X-Drip: 1\r\n'), 50);
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearInterval(drip);
      resolve(received);
    });
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('{"error":"request timeout"}');
});

test('security 48: a form that is sent for ever is cut off, a slow answer to a whole one is not', async () => {
  const server = await serve(failing, { limits: { bodyTimeout: 150 } });
  const slow = await server.fetch('/api/test/slow', { method: 'POST', body: new URLSearchParams({ a: '1' }) });
  expect(await slow.json()).toEqual({ done: true });
  const whole = await server.fetch('/api/test/slow', { method: 'POST' });
  expect(await whole.json()).toEqual({ done: true });
  await new Promise<void>((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      'POST /api/test/slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n',
    );
    const drip = setInterval(() => socket.writable && socket.write(' '), 40);
    socket.on('error', () => {});
    socket.resume().on('close', () => {
      clearInterval(drip);
      resolve();
    });
  });
});

test('a stop finishes the requests that run', async () => {
  const { buildServer } = await import('../../../server/platform/http-server/server.ts');
  const { testIdentity } = await import('../../support/http-server.ts');
  const app = await buildServer({
    services: [{ name: 'test', prefix: '/api/test', routes: failing }],
    identity: testIdentity,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const arrived = once(app.server, 'request');
  const running = fetch(`${address}/api/test/slow`);
  await arrived;
  const closed = app.close();
  expect(await (await running).json()).toEqual({ done: true });
  await closed;
  await expect(fetch(`${address}/health`)).rejects.toThrow();
});
