import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { expect, onTestFinished, test } from 'vitest';
import { BODY_MAX } from '../../../contract/limits.ts';
import { readConfig } from '../../../server/operations/config/config.ts';
import { oneFileUpTo } from '../../../server/platform/http/upload.ts';
import { serve } from '../../support/http-server.ts';

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/read', { config: { permission: 'anyone' } }, async () => ({ ok: true }));
  app.get('/slow', { config: { permission: 'anyone' } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { ok: true };
  });
  app.post('/open', { config: { permission: 'anyone' } }, async () => ({ ok: true }));
  app.post('/form', { config: { permission: 'signed-in' } }, async () => ({ ok: true }));
  app.post('/file', { config: { permission: 'signed-in', files: oneFileUpTo(BODY_MAX) } }, async (request) => {
    let bytes = 0;
    for await (const chunk of request.raw) bytes += (chunk as Buffer).length;
    return { bytes };
  });
};

const FILE = 'Content-Type: multipart/form-data; boundary=x\r\nAuthorization: Bearer user-token';

/** A connection and all that came back on it. */
interface Line {
  readonly socket: Socket;
  answer: string;
}

/** Connects and sends the head of a request for `path` that promises a body, and its first byte. */
async function promise(port: number, path: string, headers = '', length = 100): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  const line: Line = { socket, answer: '' };
  socket
    .on('error', () => {})
    .on('data', (data) => {
      line.answer += data;
    });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const more = headers === '' ? '' : `${headers}\r\n`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${length}\r\n\r\n{`);
  return line;
}

const promises = (count: number, ...what: Parameters<typeof promise>) =>
  Promise.all(Array.from({ length: count }, () => promise(...what)));

/** Resolves when a line is closed, also by a reset: a drip may be under way when the server hangs up. */
const closed = ({ socket }: Line) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

const drip = ({ socket }: Line, text: string, everyMs: number) => {
  const timer = setInterval(() => socket.writable && socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
};

test.each([
  ['a form', '/api/test/open', ''],
  ['a file', '/api/test/file', FILE],
])('security 49: whoever only promises %s takes nobody’s place', async (_name, path, headers) => {
  const server = await serve(routes, { limits: { runningMax: 2 } });
  const lines = await promises(20, server.port, path, headers);
  await expect.poll(async () => (await server.fetch('/api/test/read')).status).toBe(200);
  const posted = await server.fetch('/api/test/open', { method: 'POST', body: new URLSearchParams({ a: '1' }) });
  expect([posted.status, await posted.json()]).toEqual([200, { ok: true }]);
  expect(lines.map(({ answer }) => answer)).toEqual(Array(20).fill(''));
});

test('security 49: requests that have come whole are still shed above the limit', async () => {
  const server = await serve(routes, { limits: { runningMax: 1 } });
  const first = server.fetch('/api/test/slow');
  await expect
    .poll(async () => (await server.fetch('/api/test/open', { method: 'POST', body: new URLSearchParams() })).status)
    .toBe(503);
  expect((await first).status).toBe(200);
  expect((await server.fetch('/api/test/open', { method: 'POST' })).status).toBe(200);
});

test.each([
  ['form of anyone', '/api/test/open', ''],
  ['form of a user', '/api/test/form', 'Content-Type: application/json\r\nAuthorization: Bearer user-token'],
  ['file', '/api/test/file', FILE],
  ['body that no route reads', '/api/test/read', ''],
])('security 49, 61: a %s that comes byte by byte is answered and cut off', async (_name, path, headers) => {
  const server = await serve(routes, { limits: { bodyGrace: 300 } });
  const line = await promise(server.port, path, headers, 8_000);
  drip(line, ' ', 50);
  await closed(line);
  if (path !== '/api/test/read') expect(line.answer).toMatch(/^HTTP\/1\.1 408 .*\{"error":"request timeout"\}$/s);
});

test('security 49: a file that comes slowly but steadily arrives', async () => {
  const server = await serve(routes, { limits: { bodyGrace: 300, bodyRate: 1_000, bodyStall: 60_000 } });
  const line = await promise(server.port, '/api/test/file', FILE, 21);
  for (let n = 0; n < 10; n += 1) {
    line.socket.write('xx');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect.poll(() => line.answer).toContain('{"bytes":21}');
});

test('security 49: only where a file is expected a body may take long', async () => {
  const limits = { anonymousBodyTimeout: 200, bodyTimeout: 200, bodyRate: 1 };
  const server = await serve(routes, { limits });
  const form = await promise(server.port, '/api/test/form', FILE);
  const stranger = await promise(server.port, '/api/test/file', 'Content-Type: multipart/form-data; boundary=x');
  const file = await promise(server.port, '/api/test/file', FILE, 40);
  for (const line of [form, stranger, file]) drip(line, ' ', 50);
  await Promise.all([closed(form), closed(stranger)]);
  expect(form.answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(stranger.answer).toMatch(/^HTTP\/1\.1 401 /);
  await expect.poll(() => file.answer).toContain('{"bytes":40}');
});

test('security 49: of too many bodies of one client the slowest are cut, and nobody else is hurt', async () => {
  const server = await serve(routes, { limits: { bodiesOfClientMax: 3 } });
  const lines = await promises(8, server.port, '/api/test/open');
  await expect.poll(() => lines.filter(({ socket }) => socket.destroyed)).toHaveLength(5);
  const whole = await server.fetch('/api/test/open', { method: 'POST', body: new URLSearchParams({ a: '1' }) });
  expect(whole.status).toBe(200);
});

test('security 49: behind a proxy bodies are counted by client, whatever a client says of itself', async () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: 'on' });
  const server = await serve(routes, { trustProxy, limits: { bodiesOfClientMax: 3 } });
  const named = (names: string[]) =>
    Promise.all(names.map((name) => promise(server.port, '/api/test/open', `X-Forwarded-For: ${name}`)));
  const office = await named(Array.from({ length: 8 }, (_, n) => `192.0.2.${n}`));
  const forger = await named(Array.from({ length: 8 }, (_, n) => `192.0.2.${n}, 203.0.113.7`));
  await expect.poll(() => forger.filter(({ socket }) => socket.destroyed)).toHaveLength(5);
  expect(office.filter(({ socket }) => socket.destroyed)).toHaveLength(0);
});

test('security 49: of too many connections of one client idle ones go, those at work stay, and proxies have no such limit', async () => {
  const limits = { connectionsOfClientMax: 4 };
  const open = async (port: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const server = await serve(routes, { limits });
  const running = server.fetch('/api/test/slow');
  const idle: Socket[] = [];
  for (let n = 0; n < 10; n += 1) idle.push(await open(server.port));
  await expect.poll(() => idle.filter((socket) => socket.destroyed).length).toBeGreaterThanOrEqual(6);
  expect((await running).status).toBe(200);
  expect((await server.fetch('/api/test/read')).status).toBe(200);

  const behind = await serve(routes, { limits, trustProxy: readConfig({ TRUST_PROXY: 'on' }).trustProxy });
  const kept: Socket[] = [];
  for (let n = 0; n < 10; n += 1) kept.push(await open(behind.port));
  expect((await behind.fetch('/api/test/read')).status).toBe(200);
  expect(kept.filter((socket) => socket.destroyed)).toEqual([]);
});

test('security 61: a client that keeps its side open after 408 is cut off all the same', async () => {
  const server = await serve(routes, { limits: { headersTimeout: 300, requestTimeout: 600 } });
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
  await expect
    .poll(
      () => {
        if (!socket.destroyed) socket.write('x');
        return socket.destroyed;
      },
      { timeout: 10_000, interval: 100 },
    )
    .toBe(true);
});
