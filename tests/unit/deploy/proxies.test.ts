import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { bigRouteFiles } from '../../../scripts/deploy/big-routes.ts';
import { hasNginx } from '../../support/nginx.ts';
import { makeCertificate } from '../../support/own-certificate.ts';
import { startServer, type WholeServer } from '../../support/server.ts';

const read = (file: string) => readFileSync(join('deploy', file), 'utf8');

/** Bytes as the programs read their sizes: nginx counts in powers of two, Caddy does so only with an i. */
const NGINX: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
const CADDY: Readonly<Record<string, number>> = { MB: 1e6, MiB: 2 ** 20, GB: 1e9, GiB: 2 ** 30 };
const sizes = (text: string, place: RegExp, units: Readonly<Record<string, number>>) =>
  [...text.matchAll(place)].map(([, number, unit = '']) => Number(number) * (units[unit] ?? Number.NaN));

/** Largest body at an address, bytes: in nginx the first that fits counts, in Caddy everything that fits. */
type Proxy = (address: string) => number;

const PROXIES: Readonly<Record<string, () => Proxy>> = {
  'nginx.conf': () => {
    const text = read('nginx.conf');
    const [everywhere = 0] = sizes(text, /^ {4}client_max_body_size (\d+)([kmg]);/gm, NGINX);
    const places = [...text.matchAll(/location ~\* (\^\S+) \{\n\s+(client_max_body_size \d+[kmg];)?([^}]*)\}/g)].map(
      ([, pattern = '', size = '', rest = '']) => ({
        pattern: new RegExp(pattern, 'i'),
        bytes: sizes(size, /(\d+)([kmg]);/g, NGINX)[0] ?? everywhere,
        rest,
      }),
    );
    for (const { bytes, rest } of places)
      if (bytes !== everywhere) expect(rest).toContain('proxy_request_buffering off;');
    return (address) => places.find(({ pattern }) => pattern.test(address))?.bytes ?? everywhere;
  },
  Caddyfile: () => {
    const text = read('Caddyfile');
    const [, inSite = ''] = text.split('parts.example {');
    const places = [...inSite.matchAll(/@(to\d+) path_regexp \(\?i\)(\S+)\n\s+request_body @\1 \{([^}]+)\}/g)].map(
      ([, , pattern = '', size = '']) => ({
        pattern: new RegExp(pattern, 'i'),
        bytes: sizes(size, /max_size (\d+)(\w+)/g, CADDY)[0] ?? 0,
      }),
    );
    const [, excepted = '', size = ''] = /@others \{([^}]+)\}\s+request_body @others \{([^}]+)\}/.exec(inSite) ?? [];
    expect([...excepted.matchAll(/not path_regexp \(\?i\)(\S+)/g)].map(([, text]) => text)).toEqual(
      places.map(({ pattern }) => pattern.source.replaceAll('\\/', '/')),
    );
    const [everywhere = 0] = sizes(size, /max_size (\d+)(\w+)/g, CADDY);
    return (address) => {
      const fitting = places.filter(({ pattern }) => pattern.test(address)).map(({ bytes }) => bytes);
      return fitting.length > 0 ? Math.min(...fitting) : everywhere;
    };
  },
};

let server: WholeServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const addressOf = (url: string) => url.replace(/:\w+/g, '17');

test('security 100: the delivered proxies hold what `npm run deploy:rewrites` writes of the routes', () => {
  for (const [path, wanted] of Object.entries(bigRouteFiles(server.app.routes)))
    expect([path, readFileSync(path, 'utf8')]).toEqual([path, wanted]);
});

test.each(Object.entries(PROXIES))(
  'security 100: deploy/%s takes at each address what the route takes, and little more',
  (_, proxyOf) => {
    const largestAt = proxyOf();
    expect(server.app.routes.filter(({ takesFiles }) => takesFiles).length).toBeGreaterThan(10);
    for (const { url, largestBody, takesFiles } of server.app.routes) {
      const passing = [addressOf(url), `${addressOf(url)}/`, addressOf(url).toUpperCase()].map(largestAt);
      expect([url, Math.min(...passing) >= largestBody]).toEqual([url, true]);
      if (takesFiles) expect([url, Math.max(...passing) <= largestBody + 2 ** 20]).toEqual([url, true]);
    }
  },
);

test.each(Object.entries(PROXIES))('deploy/%s lets large bodies in at no other address', (_, proxyOf) => {
  const largestAt = proxyOf();
  for (const address of [
    '/',
    '/api/mauth/login',
    '/api/bridge/search',
    '/api/bridge/file',
    '/api/mnotes',
    '/x/api/mnote',
  ])
    expect([address, largestAt(address)]).toEqual([address, 16 * 2 ** 20]);
});

test('the balancers of several servers take the largest body everywhere', () => {
  const largest = Math.max(...server.app.routes.map(({ largestBody }) => largestBody));
  const [cluster = 0] = sizes(read('compose.cluster.yaml'), /max_size (\d+)(\w+)/g, CADDY);
  expect(cluster).toBeGreaterThanOrEqual(largest);
  const ingress = parseAllDocuments(read('kubernetes/shop.yaml'))
    .map((document) => document.toJS())
    .find(({ kind }) => kind === 'Ingress');
  const size = `${ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']}`;
  expect(sizes(size, /(\d+)([kmg])/g, NGINX)[0]).toBeGreaterThanOrEqual(largest);
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
