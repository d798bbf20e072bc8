import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ALL_SETTINGS } from '../../../settings/read.ts';
import { startLine } from '../../support/start-line.ts';

type Named<T = unknown> = Readonly<Record<string, T>>;

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly image: string;
  readonly read_only?: boolean;
  readonly env_file?: string;
  readonly logging?: { readonly options: { readonly 'max-size': string; readonly 'max-file': string } };
  readonly mem_limit?: string;
  readonly environment?: Named<string>;
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly depends_on?: readonly string[] | Named;
}
interface Compose {
  readonly services: Named<Service>;
  readonly volumes: Named;
  readonly configs?: Named;
}

const SETTINGS = new Map<string, (text: string) => unknown>(ALL_SETTINGS.map(([name, { check }]) => [name, check]));
/** Settings as a file gives them are settings, with values that the server takes. */
function expectSettings(given: Named<string>): void {
  for (const [name, value] of Object.entries(given)) {
    expect([name, SETTINGS.has(name)]).toEqual([name, true]);
    const filled = value
      .replace(/\$\{JWT_SECRET[^}]*\}/, 'a secret of the whole installation')
      .replace(/\$\{\w+:-\}/, '')
      .replace(/\$\{\w+(:\?[^}]*)?\}/, value.startsWith('$') ? 'https://shop.example' : 'x');
    if (filled !== '') expect([name, SETTINGS.get(name)?.(filled)]).not.toHaveProperty('1.problem');
  }
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const COMPOSED = ['compose.yaml', 'compose.cluster.yaml'] as const;
const composed = (file: string) => parse(readFileSync(join('deploy', file), 'utf8'), { merge: true }) as Compose;
const shopsOf = ({ services }: Compose) =>
  Object.values(services).filter(({ image }) => image.startsWith('parts-shop'));
const placesOf = ({ volumes = [] }: Service) => volumes.map((volume) => volume.split(':')[1]);

test.each(COMPOSED)('deploy/%s names only what there is', (file) => {
  const compose = composed(file);
  const shops = shopsOf(compose);
  expect(shops.length).toBe(file === 'compose.yaml' ? 1 : 2);
  for (const shop of shops) {
    const { build, environment = {}, read_only } = shop;
    expect(existsSync(join('deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    expect(read_only).toBe(true);
    expect(placesOf(shop)).toEqual(file === 'compose.yaml' ? ['/data', '/backups', '/imports'] : ['/data']);
    expectSettings(environment);
  }
  for (const { volumes = [], configs = [], depends_on = [] } of Object.values(compose.services)) {
    for (const volume of volumes) expect(compose.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
    for (const { source } of configs) expect(compose.configs).toHaveProperty([source]);
    const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of others) expect(compose.services).toHaveProperty([other]);
  }
});

test.each(COMPOSED)('every setting reaches the shop of deploy/%s', (file) => {
  for (const shop of shopsOf(composed(file))) {
    expect(shop.env_file).toBe('parts.env');
    // What stands here wins: only what the composition itself decides may.
    const passed = Object.entries(shop.environment ?? {}).filter(([, value]) => value.includes(':-'));
    expect(passed).toEqual([]);
    const { DATA_DIR, BACKUP_DIR, IMPORT_DIR } = shop.environment ?? {};
    const places = [DATA_DIR, BACKUP_DIR, IMPORT_DIR].filter((path) => path !== '');
    expect(places).toEqual(placesOf(shop));
  }
});

test.each(COMPOSED)('deploy/%s bounds what the log of each service and the memory of a shop may take', (file) => {
  const compose = composed(file);
  for (const [name, { logging }] of Object.entries(compose.services))
    expect([name, logging?.options]).toEqual([
      name,
      { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d+$/) },
    ]);
  for (const { mem_limit } of shopsOf(compose)) expect(mem_limit).toBe('800m');
});

/** Every image that a file of deploy/ names. */
const imagesOf = (file: string) =>
  [...readFileSync(join('deploy', file), 'utf8').matchAll(/^(?:\s*image:|FROM) +(\S+)/gm)].map(
    ([, image = '']) => image,
  );

test('images are pinned by version, our own by that of the product', () => {
  const named = [...COMPOSED, 'kubernetes/shop.yaml', 'Dockerfile'].flatMap(imagesOf);
  expect(named.length).toBeGreaterThan(8);
  for (const image of named) {
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/);
    if (image.includes('parts-shop')) expect(image.split(':')[1]).toBe(version);
  }
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Named<string>;
  readonly spec?: unknown;
}

test('the manifests of Kubernetes fit together', () => {
  const listed = parse(readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')).resources as string[];
  const manifests = listed.flatMap((file) =>
    parseAllDocuments(readFileSync(join('deploy/kubernetes', file), 'utf8')).map(
      (document) => document.toJS() as Manifest,
    ),
  );
  const of = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
  expectSettings(of('ConfigMap')?.data ?? {});
  const labels = { app: 'parts' };
  expect(of('Deployment')).toMatchObject({
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          securityContext: { runAsNonRoot: true },
          containers: [
            {
              ports: [{ name: 'http', containerPort: 8080 }],
              envFrom: [
                { configMapRef: { name: of('ConfigMap')?.metadata.name } },
                { secretRef: { name: 'parts-secrets' } },
              ],
              env: [{ name: 'ADMIN_EMAIL', valueFrom: { secretKeyRef: { key: 'ADMIN_EMAIL' } } }],
              resources: {
                requests: { cpu: expect.any(String), memory: expect.any(String) },
                limits: { memory: expect.any(String) },
              },
              securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
              readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
              livenessProbe: { httpGet: { path: '/health', port: 'http' } },
            },
          ],
        },
      },
    },
  });
  expect(of('Service')).toMatchObject({
    // The progress of an upload is in the memory of one server.
    spec: { selector: labels, sessionAffinity: 'ClientIP', ports: [{ targetPort: 'http' }] },
  });
  expect(of('Ingress')).toMatchObject({
    metadata: { annotations: { 'nginx.ingress.kubernetes.io/affinity': 'cookie' } },
  });
  expect(of('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
  expect(JSON.stringify(of('Ingress'))).toContain(`"name":"${of('Service')?.metadata.name}"`);
});

const has = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

test('kubectl takes the manifests', ({ skip }) => {
  skip(!has('kubectl', 'version', '--client'), 'no kubectl is installed on this machine');
  expect(execFileSync('kubectl', ['kustomize', 'deploy/kubernetes']).toString()).toContain('kind: Deployment');
});

const UNITS = ['parts.service', 'parts@.service'] as const;
const FOLDERS = ['DATA_DIR', 'BACKUP_DIR', 'IMPORT_DIR'] as const;
const linesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, words = '']) => words.split(' '));
const valuesOf = (pairs: readonly string[]): Named<string> =>
  Object.fromEntries(pairs.map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]));
const EXAMPLE = valuesOf(
  readFileSync('deploy/parts.env.example', 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line)),
);

test('the example of settings holds settings, with values that the server takes', () => {
  expectSettings(EXAMPLE);
});

test.each(UNITS)('%s may write every folder that the example of settings names, and names the same', (file) => {
  const unit = readFileSync(join('deploy', file), 'utf8');
  const given = valuesOf(linesOf(unit, 'Environment'));
  const written = [
    ...linesOf(unit, 'StateDirectory').map((name) => `/var/lib/${name}`),
    ...linesOf(unit, 'ReadWritePaths').map((path) => path.replace(/^-/, '')),
  ];
  for (const name of FOLDERS) {
    expect([name, given[name]]).toEqual([name, EXAMPLE[name]]);
    expect(written).toContain(EXAMPLE[name]);
  }
  expect(linesOf(unit, 'EnvironmentFile')).toEqual(['-/etc/parts.env']);
});

function jobOfCron(): string {
  const jobs = readFileSync('deploy/parts.cron', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(jobs).toHaveLength(1);
  return jobs[0] ?? '';
}

test('cron takes the backup as the user of the unit, by the program of the release, into the same folder', () => {
  const unit = readFileSync('deploy/parts.service', 'utf8');
  const [user] = linesOf(unit, 'User');
  const [code] = linesOf(unit, 'WorkingDirectory');
  const job = jobOfCron();
  const [, by, program, command, folder] = /^(?:\S+ ){5}(\S+) (\S+) (\S+) (\S+) /.exec(job) ?? [];
  expect([by, program, command, folder]).toEqual([user, `${code}/parts`, 'backup', EXAMPLE.BACKUP_DIR]);
  // Cron makes line ends of them.
  expect(job).not.toContain('%');
});

test('the guide installs into the folders of the unit', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  for (const path of [...FOLDERS.map((name) => EXAMPLE[name] ?? ''), '/etc/parts.env', '/srv/parts'])
    expect([path, guide.includes(path)]).toEqual([path, true]);
  for (const name of ['BACKUP_DIR', 'IMPORT_DIR'] as const)
    expect([name, new RegExp(`install -d .*${EXAMPLE[name]}\\b`).test(guide)]).toEqual([name, true]);
  expect(guide.includes(jobOfCron())).toBe(true);
  const others = [...guide.matchAll(/(?<![\w/])\/(?:srv\/parts\/data|backups\/parts)\b/g)].map(([path]) => path);
  expect(others).toEqual([]);
  for (const [, file = ''] of guide.matchAll(/\bdeploy\/([\w@./-]*\w)/g))
    if (!/^parts\.env$/.test(file)) expect([file, existsSync(join('deploy', file))]).toEqual([file, true]);
});

test.for([
  ['parts.service', 'parts.service'],
  ['parts@.service', 'parts@8080.service'],
] as const)('systemd takes %s, and finds it closed enough', ([file, name], { skip }) => {
  skip(!has('systemd-analyze', '--version'), 'no systemd is installed on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'parts-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, name);
  const text = readFileSync(join('deploy', file), 'utf8');
  expect(text).toContain(`ExecStart=/srv/parts/node_modules/.bin/node ${startLine().join(' ')}`);
  writeFileSync(unit, text.replace('/srv/parts/node_modules/.bin/node', process.execPath));
  const told = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', unit]);
  expect([told.status, told.stderr.toString()]).toEqual([0, '']);
  const closed = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit]);
  expect([closed.status, closed.stdout.toString()]).toMatchObject([0, expect.any(String)]);
});
