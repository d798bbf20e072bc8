import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { BODY_MAX, SCAN_REQUEST_MAX } from '../../../contract/limits.ts';
import { hasNginx } from '../../support/nginx.ts';
import { makeCertificate } from '../../support/own-certificate.ts';
import { startServer, type WholeServer } from '../../support/server.ts';

const read = (file: string) => readFileSync(join('deploy', file), 'utf8');

/** Bytes as the programs read their sizes: nginx counts in powers of two, Caddy does so only with an i. */
const NGINX: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
const CADDY: Readonly<Record<string, number>> = { MB: 1e6, MiB: 2 ** 20, GB: 1e9, GiB: 2 ** 30 };
const sizes = (text: string, place: RegExp, units: Readonly<Record<string, number>>) =>
  [...text.matchAll(place)].map(([, number, unit = '']) => Number(number) * (units[unit] ?? Number.NaN));

interface Proxy {
  readonly pattern: RegExp;
  /** Largest body at addresses of the pattern, and at all others. */
  readonly files: number;
  readonly others: number;
}

const PROXIES: Readonly<Record<string, () => Proxy>> = {
  'nginx.conf': () => {
    const [, pattern = ''] = /location ~\* (\^\/api\S+) \{/.exec(read('nginx.conf')) ?? [];
    const [others = 0, files = 0] = sizes(read('nginx.conf'), /client_max_body_size (\d+)([kmg]);/g, NGINX);
    return { pattern: new RegExp(pattern, 'i'), files, others };
  },
  Caddyfile: () => {
    const patterns = [...read('Caddyfile').matchAll(/path_regexp \(\?i\)(\S+)/g)].map(([, text]) => text);
    expect(new Set(patterns).size).toBe(1);
    const [files = 0, others = 0] = sizes(read('Caddyfile'), /max_size (\d+)(\w+)/g, CADDY);
    return { pattern: new RegExp(patterns[0] ?? '', 'i'), files, others };
  },
};
/** A document with all that it may have. */
const LARGEST = SCAN_REQUEST_MAX + BODY_MAX;

let server: WholeServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const addressOf = (url: string) => url.replace(/:\w+/g, '17');

test.each(Object.entries(PROXIES))('deploy/%s takes at each address what the route takes', (_, proxyOf) => {
  const { pattern, files, others } = proxyOf();
  const takingFiles = server.app.routes.filter(({ takesFiles }) => takesFiles);
  expect(takingFiles.length).toBeGreaterThan(10);
  const refused = takingFiles.map(({ url }) => addressOf(url)).filter((address) => !pattern.test(address));
  expect(refused).toEqual([]);
  expect(files).toBeGreaterThanOrEqual(LARGEST);
  for (const { url, bodyLimit = BODY_MAX } of server.app.routes)
    expect([url, bodyLimit <= (pattern.test(addressOf(url)) ? files : others)]).toEqual([url, true]);
});

test.each(Object.entries(PROXIES))('deploy/%s lets large bodies in at no other address', (_, proxyOf) => {
  const { pattern } = proxyOf();
  for (const address of ['/', '/api/mauth/login', '/api/bridge/search', '/api/bridge/file', '/api/mnotes'])
    expect([address, pattern.test(address)]).toEqual([address, false]);
});

test('the balancers of several servers take the largest body everywhere', () => {
  const [cluster = 0] = sizes(read('compose.cluster.yaml'), /max_size (\d+)(\w+)/g, CADDY);
  expect(cluster).toBeGreaterThanOrEqual(LARGEST);
  const ingress = parseAllDocuments(read('kubernetes/shop.yaml'))
    .map((document) => document.toJS())
    .find(({ kind }) => kind === 'Ingress');
  const size = `${ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']}`;
  expect(sizes(size, /(\d+)([kmg])/g, NGINX)[0]).toBeGreaterThanOrEqual(LARGEST);
});

test.each(['nginx.conf', 'static/nginx.conf'])('deploy/%s speaks HTTP/2 and has a place for ACME', (file) => {
  // `http2 on` is unknown to nginx before 1.25.1.
  expect(read(file)).toMatch(/^ *listen 443 ssl http2;$/m);
  expect(read(file)).not.toMatch(/^ *http2 /m);
  expect(read(file)).toMatch(/location \/\.well-known\/acme-challenge\/ \{\s+root \S+;/);
});

test('nginx takes the example as it is, with TLS and HTTP/2', ({ skip }) => {
  skip(!hasNginx(), 'no nginx is installed on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'parts-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { key, cert } = makeCertificate('parts.example');
  writeFileSync(join(folder, 'privkey.pem'), key);
  writeFileSync(join(folder, 'fullchain.pem'), cert);
  const example = read('nginx.conf')
    .replaceAll('/etc/ssl/parts.example', folder)
    .replace('listen 80;', `listen unix:${folder}/plain;`)
    .replace('listen 443 ssl http2;', `listen unix:${folder}/secure ssl http2;`);
  writeFileSync(join(folder, 'parts.conf'), example);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} include ${folder}/parts.conf; }`,
  );
  const told = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  expect([told.stderr.toString(), told.status]).toEqual([expect.any(String), 0]);
});
