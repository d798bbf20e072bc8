import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { expect, onTestFinished, test } from 'vitest';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { readConfig } from '../../../server/operations/config/config.ts';
import { oneFileUpTo } from '../../../server/platform/http/upload.ts';
import type { ConnectionLimits } from '../../../server/platform/http-server/server-options.ts';
import { createRequestProofs } from '../../../server/platform/secrets.ts';
import { serve } from '../../support/http-server.ts';
import { EVENING } from '../../support/moment.ts';
import { hasNginx, nginxBefore } from '../../support/nginx.ts';
import { startServer } from '../../support/server.ts';

const IS_INSTALLED = hasNginx();
const PROOFS = createRequestProofs(['a secret of the whole installation'], () => EVENING);

const onNginx = (name: string, work: () => Promise<void>) =>
  test(name, async ({ skip }) => {
    skip(!IS_INSTALLED, 'no nginx is installed on this machine');
    await work();
  });

/** What came to the upload so far, bytes. */
let received = 0;

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/who', { config: { permission: 'anyone' } }, async ({ ip, host, protocol }) => ({ ip, host, protocol }));
  app.get('/file/upload/:id/progress', { config: { permission: 'anyone' } }, async (_request, reply) => {
    reply.raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    reply.raw.write('data: 1\n\n');
    return reply.hijack();
  });
  app.post('/form', { config: { permission: 'signed-in' } }, async () => ({ ok: true }));
  app.post(
    '/file/upload',
    { config: { permission: 'anyone', files: oneFileUpTo(PRICE_FILE_MAX) } },
    async (request) => {
      received = 0;
      for await (const chunk of request.raw) received += (chunk as Buffer).length;
      return { received };
    },
  );
};

async function behindNginx(
  limits: Partial<ConnectionLimits> = {},
  services = [{ name: 'bridge', prefix: '/api/bridge', routes }],
) {
  const server = await serve(async () => {}, {
    services,
    trustProxy: readConfig({ TRUST_PROXY: 'on' }).trustProxy,
    requestProofs: PROOFS,
    metricsToken: 'a-long-metrics-token',
    limits,
  });
  const ports = await nginxBefore(server.port);
  const origin = `http://127.0.0.1:${ports.secure}`;
  return { ports, call: (path: string, init?: RequestInit) => fetch(origin + path, init) };
}

const UPLOAD =
  'POST /api/bridge/file/upload HTTP/1.1\r\nHost: parts.example\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
  'Content-Length: 1000000\r\n\r\n';

onNginx('security 50: behind nginx a client is who it is, whatever it says of itself', async () => {
  const { call } = await behindNginx();
  const forged = {
    'X-Forwarded-For': '203.0.113.7',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'ftp',
    Forwarded: 'for=203.0.113.7',
  };
  for (const headers of [{}, forged]) {
    const answer = await call('/api/bridge/who', { headers });
    expect(await answer.json()).toEqual({ ip: '127.0.0.1', host: '127.0.0.1', protocol: 'http' });
  }
});

onNginx('security 50: behind nginx a client gives its request no name, and a service its own', async () => {
  const { call } = await behindNginx();
  const id = 'somebody-elses-request';
  const idFor = async (headers: Record<string, string>) =>
    (await call('/api/bridge/who', { headers: { 'X-Request-Id': id, ...headers } })).headers.get('x-request-id');
  expect(await idFor({})).toMatch(/^[\da-f]{32}$/);
  expect(await idFor({ 'X-Request-Proof': 'made up' })).toMatch(/^[\da-f-]{36}$/);
  expect(await idFor({ 'X-Request-Proof': PROOFS.prove({ id, traceparent: '' }) })).toBe(id);
});

onNginx('security 50, 57: behind nginx /metrics and /dev/mail are closed in every spelling', async () => {
  const { call } = await behindNginx();
  for (const path of ['/metrics', '/metrics/', '/%6Detrics', '/METRICS', '//metrics', '/dev/mail', '/Dev/mail/']) {
    expect([path, (await call(path)).status]).toEqual([path, 404]);
  }
  const headers = { Authorization: 'Bearer a-long-metrics-token' };
  expect((await call('/metrics', { headers })).status).toBe(404);
});

onNginx('security 50: through nginx files stream, events come at once, forms are bounded', async () => {
  const { call, ports } = await behindNginx();
  const socket = connect(ports.secure, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  received = 0;
  socket.write(UPLOAD + 'x'.repeat(500_000));
  await expect.poll(() => received).toBe(500_000);
  socket.write('x'.repeat(500_000));
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);

  const events = await call('/api/bridge/file/upload/1/progress');
  const [first] =
    (await events.body
      ?.getReader()
      .read()
      .then(({ value }) => [value])) ?? [];
  expect(Buffer.from(first ?? []).toString()).toBe('data: 1\n\n');

  const large = { method: 'POST', body: 'x'.repeat(17 * 1024 * 1024) };
  expect((await call('/api/bridge/form', large)).status).toBe(413);
  expect((await call('/api/bridge/form', { ...large, body: 'x'.repeat(20_000) })).status).toBe(401);
});

onNginx('security 49: slow files through nginx are counted by client', async () => {
  const { call, ports } = await behindNginx({ bodiesOfClientMax: 3 });
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect(ports.secure, '127.0.0.1').on('error', () => {});
    socket.resume().write(`${UPLOAD}x`);
    onTestFinished(() => void socket.destroy());
    return socket;
  });
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed)).toHaveLength(5);
  expect((await call('/api/bridge/who')).status).toBe(200);
});

onNginx('nginx sends plain calls to https, but for what proves the name to a certificate authority', async () => {
  const { ports } = await behindNginx();
  const plain = `http://127.0.0.1:${ports.plain}`;
  const sent = await fetch(`${plain}/catalog?a=1`, { redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([301, 'https://parts.example/catalog?a=1']);
  const folder = join(ports.proofs, '.well-known/acme-challenge');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'token'), 'proof');
  const proof = await fetch(`${plain}/.well-known/acme-challenge/token`, { redirect: 'manual' });
  expect([proof.status, await proof.text()]).toEqual([200, 'proof']);
});

/** What a price list of some size is, or the most that a smaller route takes. */
const BIG_MB = 60;

onNginx('security 100: through nginx each route that takes files gets 60 MB, or what it takes at most', async () => {
  const product = await startServer();
  onTestFinished(() => product.close());
  const big = product.app.routes.filter(({ takesFiles }) => takesFiles);
  const got: FastifyPluginAsyncTypebox = async (app) => {
    for (const { method, url, largestBody } of big) {
      const files = oneFileUpTo(largestBody);
      const config = { permission: 'anyone', files } as const;
      app.route({
        method,
        url,
        config,
        exposeHeadRoute: false,
        handler: async ({ raw }) => {
          let bytes = 0;
          for await (const chunk of raw) bytes += (chunk as Buffer).length;
          return { bytes };
        },
      });
    }
  };
  const { call } = await behindNginx({}, [{ name: 'stand-in', prefix: '', routes: got }]);
  for (const { method, url, largestBody } of big.filter(({ method }) => method !== 'GET')) {
    const bytes = Math.min(BIG_MB * 2 ** 20, largestBody);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const path = url.replace(/:\w+/g, '17');
    const answer = await call(path, { method, headers, body: Buffer.alloc(bytes) });
    expect([method, url, answer.status, await answer.json()]).toEqual([method, url, 200, { bytes }]);
  }
});
