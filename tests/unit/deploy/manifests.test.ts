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

const SETTINGS = new Map<string, (text: string) => unknown>(
  ALL_SETTINGS.map(([name, { check }]) => [name, check]),
);
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

test.each(['compose.yaml', 'compose.cluster.yaml'])('deploy/%s names only what there is', (file) => {
  const compose = parse(readFileSync(join('deploy', file), 'utf8'), { merge: true }) as Compose;
  const shops = Object.values(compose.services).filter(({ image }) => image === 'parts-shop');
  expect(shops.length).toBe(file === 'compose.yaml' ? 1 : 2);
  for (const { build, environment = {}, read_only, volumes = [] } of shops) {
    expect(existsSync(join('deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    expect(read_only).toBe(true);
    expect(volumes.map((volume) => volume.split(':')[1])).toEqual(['/data']);
    expectSettings(environment);
  }
  for (const { volumes = [], configs = [], depends_on = [] } of Object.values(compose.services)) {
    for (const volume of volumes) expect(compose.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
    for (const { source } of configs) expect(compose.configs).toHaveProperty([source]);
    const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of others) expect(compose.services).toHaveProperty([other]);
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
              envFrom: [{ configMapRef: { name: of('ConfigMap')?.metadata.name } }, {}],
              securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
              readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
              livenessProbe: { httpGet: { path: '/health', port: 'http' } },
            },
          ],
        },
      },
    },
  });
  expect(of('Service')).toMatchObject({ spec: { selector: labels, ports: [{ targetPort: 'http' }] } });
  expect(of('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
  expect(JSON.stringify(of('Ingress'))).toContain(`"name":"${of('Service')?.metadata.name}"`);
});

const has = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

test('kubectl takes the manifests', ({ skip }) => {
  skip(!has('kubectl', 'version', '--client'), 'no kubectl is installed on this machine');
  expect(execFileSync('kubectl', ['kustomize', 'deploy/kubernetes']).toString()).toContain(
    'kind: Deployment',
  );
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
