import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSite, loadSite } from '../../../server/platform/built-site/site.ts';
import { serve } from '../../support/http-server.ts';
import { EVENING } from '../../support/moment.ts';
import { rawRequest } from '../../support/raw-request.ts';

const LONG = '<p>Каталог запчастей</p>'.repeat(50);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-site-'));
  await build(folder, {
    'index.html': `<html>${LONG}<script>theme()</script>`,
    'about/company.html': `<html>${LONG}`,
    'contacts/index.html': '<html>folder format',
    'catalog/product.html': '<html>card shell',
    '404.html': '<html>Страница не существует',
    '_astro/app.first.js': `export const long = '${LONG}';`,
    'favicon.svg': '<svg/>',
    'о нас.html': '<html>Cyrillic name',
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(target: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
}

const options = {
  shellFor: (path: string) => (/^\/catalog\/product\/[^/]+\/?$/.test(path) ? 'catalog/product.html' : null),
  shellFiles: ['catalog/product.html'],
};
const open = async () => {
  const site = createSite(await loadSite(folder, options), () => EVENING);
  const server = await serve(async () => {}, { site });
  return { site, server };
};

test.each([
  ['/', 'theme()'],
  ['/?query=1', 'theme()'],
  ['/about/company', 'Каталог'],
  ['/about/company/', 'Каталог'],
  ['/about/company/?a=b', 'Каталог'],
  ['/contacts', 'folder format'],
  ['/contacts/', 'folder format'],
  ['/%D0%BE%20%D0%BD%D0%B0%D1%81', 'Cyrillic name'],
  ['/catalog/product/filtr', 'card shell'],
  ['/catalog/product/a%2Fb', 'card shell'],
])('%s is answered with its page', async (path, content) => {
  const { server } = await open();
  const answer = await server.fetch(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).toContain(content);
});

test.each(['/nowhere', '/catalog/product', '/catalog/product/a/b', '/404', '/about', '/contacts/index.html'])(
  '%s is the page for unknown addresses, with 404',
  async (path) => {
    const { server } = await open();
    const answer = await server.fetch(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await answer.text()).toContain('не существует');
    expect((await server.fetch(path, { method: 'POST' })).headers.get('content-type')).toMatch('json');
  },
);

test('an unknown path of the API stays JSON', async () => {
  const { server } = await open();
  for (const path of ['/api', '/api/', '/api/nowhere', '/API/x']) {
    const answer = await server.fetch(path);
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'not found' }]);
  }
});

test('a page comes compressed as the client can read it, and its tag answers 304', async () => {
  const { server } = await open();
  const tags = new Set<string>();
  for (const coding of ['br', 'gzip', 'identity']) {
    const headers = { 'Accept-Encoding': coding };
    const answer = await server.fetch('/about/company', { headers });
    expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(await answer.text()).toBe(`<html>${LONG}`);
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    tags.add(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await server.fetch('/about/company', { headers: { ...headers, 'If-None-Match': known } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    const changed = await server.fetch('/about/company', { headers: { ...headers, 'If-None-Match': '"old"' } });
    expect(changed.status).toBe(200);
  }
  expect(tags.size).toBe(3);
  const kept = (await readdir(join(folder, 'about'))).sort();
  expect(kept).toEqual(['company.html', 'company.html.br', 'company.html.gz']);
});

test('compressed forms of an older build of a file are made anew', async () => {
  await loadSite(folder);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await build(folder, { 'about/company.html': `<html>new ${LONG}` });
  const { server } = await open();
  const answer = await server.fetch('/about/company', { headers: { 'Accept-Encoding': 'br' } });
  expect(await answer.text()).toBe(`<html>new ${LONG}`);
});

test('HEAD answers the headers alone', async () => {
  const { server } = await open();
  const answer = await server.fetch('/favicon.svg', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '6', '']);
});

test('the next build is switched to at once, and open pages still get their old scripts', async () => {
  const { site, server } = await open();
  const next = await mkdtemp(join(folder, 'next-'));
  await build(next, { 'index.html': 'new front page', '_astro/app.second.js': '2', '404.html': 'none' });
  site.replace(await loadSite(next, options));
  expect(await (await server.fetch('/')).text()).toBe('new front page');
  expect((await server.fetch('/about/company')).status).toBe(404);
  const old = await server.fetch('/_astro/app.first.js');
  expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await server.fetch('/_astro/app.second.js')).status).toBe(200);
});

test('many builds in a row lose no file that an open page asks for within a day', async () => {
  let now = 0;
  const site = createSite(await loadSite(folder, options), () => now);
  const server = await serve(async () => {}, { site });
  const publish = async (name: string) => {
    const next = await mkdtemp(join(folder, 'next-'));
    await build(next, { 'index.html': name, [`_astro/${name}.js`]: name });
    site.replace(await loadSite(next, options));
  };
  for (const name of ['b', 'c', 'd', 'e', 'b']) {
    now += 4_000;
    await publish(name);
  }
  const status = async (name: string) => (await server.fetch(`/_astro/${name}.js`)).status;
  for (const name of ['app.first', 'b', 'c', 'd', 'e']) expect([name, await status(name)]).toEqual([name, 200]);
  now += 24 * 60 * 60 * 1000;
  await publish('f');
  expect([await status('app.first'), await status('c'), await status('b'), await status('f')]).toEqual([
    404, 404, 200, 200,
  ]);
});

test('what the next build has in common with the one before is compressed once', async () => {
  const first = await loadSite(folder, options);
  const next = await mkdtemp(join(folder, 'next-'));
  await build(next, { 'about/company.html': `<html>${LONG}`, 'index.html': `<html>new ${LONG}` });
  const second = await loadSite(next, { ...options, previous: first });
  const bodies = (coding: 'br' | 'gzip') =>
    [first, second].map(({ byPath }) => byPath.get('/about/company')?.[coding].body);
  for (const coding of ['br', 'gzip'] as const) expect(bodies(coding)[1]).toBe(bodies(coding)[0]);
  expect(second.byPath.get('/')?.br.body).not.toBe(first.byPath.get('/')?.br.body);
  expect((await readdir(join(next, 'about'))).sort()).toEqual(['company.html', 'company.html.br', 'company.html.gz']);
});

test('pages that were open before a restart with another build still get their scripts', async () => {
  const next = await mkdtemp(join(folder, 'next-'));
  await build(next, { 'index.html': 'new front page', '_astro/app.second.js': '2' });
  const site = createSite(await loadSite(next, { earlier: [folder, join(folder, 'gone')] }), () => EVENING);
  const server = await serve(async () => {}, { site });
  expect((await server.fetch('/_astro/app.first.js')).status).toBe(200);
  expect((await server.fetch('/_astro/app.second.js')).status).toBe(200);
  expect((await server.fetch('/about/company')).status).toBe(404);
});

test('security 38: every page has a policy without unsafe-inline, and the hardening headers', async () => {
  const { server } = await open();
  for (const path of ['/', '/about/company', '/catalog/product/x', '/nowhere', '/favicon.svg', '/health', '/api/x']) {
    const { headers } = await server.fetch(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toMatch(/object-src 'none'|default-src 'none'/);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  }
});

test.each(['/catalog/product/%ff', '/catalog/product/%00', '/about/a%00b', '/%zz'])(
  '%s, an address of a page that is no text, is answered by a page',
  async (target) => {
    await writeFile(join(folder, '404.html'), '<!doctype html><title>No such page</title>');
    const { server } = await open();
    const answer = await rawRequest(server.port, target);
    expect(answer).toMatch(/^HTTP\/1\.1 404 .*No such page/s);
    expect(await rawRequest(server.port, `/api${target}`)).not.toContain('No such page');
  },
);

test.each([
  '/_astro/%2e%2e/%2e%2e/package.json',
  '/_astro/..%2f..%2fpackage.json',
  '/_astro/../../package.json',
  '/..%5c..%5cpackage.json',
  '/favicon.svg%00.html',
  '/favicon.svg%20',
  '/favicon.svg.',
  '/about/company%00',
  '/api/test/%00',
  '/catalog/product/..%2f..%2fx',
  '/catalog/product/%5c',
  '//etc/passwd',
  '/%FF',
  '/link.txt',
  '/.hidden',
  'http://127.0.0.1/favicon.svg',
  'http://127.0.0.1/health',
  'file:///etc/passwd',
  '\\favicon.svg',
])('security 40: %s is never a file', async (target) => {
  await symlink('/etc/passwd', join(folder, 'link.txt'));
  await writeFile(join(folder, '.hidden'), 'secret');
  const { server } = await open();
  const answer = await rawRequest(server.port, target);
  expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
  expect(answer).not.toMatch(/<svg|root:|secret|card shell/);
});
