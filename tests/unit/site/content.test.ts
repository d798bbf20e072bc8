import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  askService,
  contentSource,
  fetchPages,
  fetchSlides,
  rememberLastAnswer,
} from '../../../server/operations/site/content-source.ts';
import { createFetchService } from '../../../server/platform/http/fetch-service.ts';

const log = pino({ level: 'silent' });
const fetchService = createFetchService(['a secret of the whole installation'], () => 0);

/** A service with one company page; `text` null: it answers nothing but errors. */
const service = { text: 'Склад' as string | null, changed: '', answered: [] as number[] };
let server: Server;
let address: string;
let folder: string;

beforeEach(async () => {
  Object.assign(service, { text: 'Склад', changed: '', answered: [] });
  folder = await mkdtemp(join(tmpdir(), 'parts-content-'));
  server = createServer((request, response) => {
    const etag = `"${Buffer.from(service.text ?? '').toString('hex')}"`;
    const status =
      service.text === null
        ? 500
        : request.headers['if-none-match'] === etag
          ? 304
          : request.url === '/api/informator/about/company'
            ? 200
            : 404;
    if (status !== 404) service.answered.push(status);
    response.writeHead(status, { ETag: etag, ...(service.changed && { 'Last-Modified': service.changed }) });
    response.end(status === 200 ? JSON.stringify({ alias: 'company', mdInfo: service.text }) : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const remote = () => {
  const ask = askService(address, fetchService);
  return contentSource(
    rememberLastAnswer(() => fetchPages(ask), join(folder, 'site', '.pages.json'), log),
    log,
  );
};
const page = (mdInfo: string) => [{ alias: 'company', mdInfo }];

test('pages of a service elsewhere are those that have a text, asked again by their tags', async () => {
  const source = remote();
  expect(await source.read()).toEqual(page('Склад'));
  expect(await source.isChanged()).toBe(false);
  expect(service.answered).toEqual([200, 304]);
  service.text = 'Новый склад';
  expect(await source.isChanged()).toBe(true);
  expect(await source.read()).toEqual(page('Новый склад'));
  expect(await source.isChanged()).toBe(false);
  service.text = '';
  expect(await source.read()).toEqual([]);
});

test('a service elsewhere tells when its pages were saved', async () => {
  service.changed = 'Sun, 01 Mar 2026 10:00:00 GMT';
  const source = remote();
  const expected = [{ alias: 'company', mdInfo: 'Склад', updatedAt: '2026-03-01T10:00:00.000Z' }];
  expect(await source.read()).toEqual(expected);
  expect(await source.read()).toEqual(expected);
  expect(service.answered).toEqual([200, 304]);
  service.text = 'Новый склад';
  service.changed = 'no date';
  expect(await source.read()).toEqual(page('Новый склад'));
});

test('while the service is silent its last answer stands, over a restart too', async () => {
  await remote().read();
  service.text = null;
  const restarted = remote();
  expect(await restarted.read()).toEqual(page('Склад'));
  expect(await restarted.isChanged()).toBe(false);
  server.close();
  server.closeAllConnections();
  expect(await restarted.read()).toEqual(page('Склад'));
});

test('a service that has never answered has nothing to show', async () => {
  service.text = null;
  expect(await remote().read()).toEqual([]);
  expect(await fetchSlides(async () => undefined)).toEqual([]);
});

test('a source of this process that fails is an error of the build, not an empty page', async () => {
  const failing = contentSource(async () => Promise.reject(new Error('disk')), log);
  await expect(failing.read()).rejects.toThrow('disk');
  expect(await failing.isChanged()).toBe(false);
});
