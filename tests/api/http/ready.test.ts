import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSite, loadSite } from '../../../server/platform/built-site/site.ts';
import { serve } from '../../support/http-server.ts';
import { EVENING } from '../../support/moment.ts';
import { rawRequest } from '../../support/raw-request.ts';

const PAGE = '<!doctype html><p>Каталог запчастей';
const LARGE = 'x'.repeat(1024 * 1024);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-ready-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'large.bin'), LARGE);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = async (siteUrl?: string) => {
  const site = createSite(await loadSite(folder), () => EVENING);
  const routes: FastifyPluginAsyncTypebox = async (app) => {
    app.get('/ready', { config: { permission: 'anyone' } }, async () => ({ of: 'the API' }));
  };
  return serve(routes, { site, ...(siteUrl ? { siteUrl } : {}) });
};

/** Everything that comes back for requests that are written at once, until so many bytes are there. */
const answersTo = (port: number, requests: readonly string[], isAll: (text: string) => boolean) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
      if (isAll(text)) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    socket.write(requests.map((line) => `${line}\r\nHost: x\r\n\r\n`).join(''));
  });

/** Names and values of the headers of the first answer, without what differs by the second. */
const headersOf = (text: string) =>
  (text.split('\r\n\r\n', 1)[0] ?? '')
    .split('\r\n')
    .filter((line) => !line.startsWith('Date:'))
    .sort();

test.each([undefined, 'https://parts.example'])(
  'a page has the headers that Node would write, with the address of the site %s',
  async (siteUrl) => {
    const { port } = await open(siteUrl);
    const [ready, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        answersTo(port, [`${method} / HTTP/1.1`], (text) => text.includes(method === 'GET' ? PAGE : '\r\n\r\n')),
      ),
    );
    expect(headersOf(ready ?? '')).toEqual(headersOf(head ?? ''));
    expect(ready).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(ready).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
    expect(ready?.includes('Strict-Transport-Security')).toBe(siteUrl !== undefined);
    expect(ready?.endsWith(`\r\n\r\n${PAGE}`)).toBe(true);
  },
);

test('requests in a row on one connection are answered in their order, whoever answers them', async () => {
  const { port } = await open();
  const lines = [
    'GET / HTTP/1.1',
    'GET /api/test/ready HTTP/1.1',
    'GET / HTTP/1.1',
    'HEAD / HTTP/1.1',
    'GET / HTTP/1.1',
  ];
  const text = await answersTo(port, lines, (all) => all.split(PAGE).length > 3);
  const bodies = text.match(/<!doctype html>|the API/g);
  expect(bodies).toEqual(['<!doctype html>', 'the API', '<!doctype html>', '<!doctype html>']);
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(5);
});

test('a client that wants no further answer is told that there will be none', async () => {
  const { port } = await open();
  for (const version of ['1.0', '1.1']) {
    const answer = await rawRequest(port, '/', { version });
    expect(answer).toContain('Connection: close');
    expect(answer.endsWith(PAGE)).toBe(true);
  }
});

test('a large file comes whole', async () => {
  const { fetch } = await open();
  expect(await (await fetch('/large.bin')).text()).toBe(LARGE);
});
