import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../../../scripts/supply/advisories.ts';
import { type Bom, bomOf } from '../../../scripts/supply/bom.ts';
import { byLicence, isAllowed } from '../../../scripts/supply/licences.ts';
import { lockedPackages, packagesOf } from '../../../scripts/supply/lock.ts';

const LOCK = JSON.stringify({
  packages: {
    '': { name: 'product' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-AAAA', license: 'MIT', dependencies: { b: '^1' } },
    'node_modules/a/node_modules/b': { version: '1.5.0', integrity: 'sha512-AQID', license: 'ISC' },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-AQID', license: '(MIT OR Zlib)', optional: true },
    'node_modules/tool': { version: '3.0.0', integrity: 'sha512-AAAA', license: 'Private', dev: true },
  },
});
const packages = packagesOf(LOCK);

/** A folder that is removed after the test. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'parts-supply-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Runs `npm run audit` with something in npm's place that prints this. */
function audit(printed: string): { status: number | null; stdout: string } {
  const npm = join(folder(), 'npm.cjs');
  writeFileSync(npm, `process.stdout.write(${JSON.stringify(printed)})`);
  return spawnSync(process.execPath, ['scripts/audit.ts'], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  });
}

test('security 75: a licence is allowed by its parts, an unknown one or none is not', () => {
  for (const fine of ['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND LGPL-3.0-or-later', '(MIT AND Zlib)'])
    expect([fine, isAllowed(fine)]).toEqual([fine, true]);
  for (const bad of ['GPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED', 'SEE LICENSE IN x', '', undefined])
    expect([bad, isAllowed(bad)]).toEqual([bad, false]);
  expect(byLicence(packages)).toContainEqual(['ISC', ['b@1.5.0']]);
});

test('security 75: known weaknesses are told apart by whether the product has them; a registry that is silent is named', () => {
  const advisory = { severity: 'high', via: [{ title: 'Прототипы', url: 'https://advisories.example/1' }] };
  const vulnerabilities = {
    a: { ...advisory, nodes: ['node_modules/a'] },
    tool: { ...advisory, nodes: ['node_modules/tool'] },
  };
  expect(readAudit(JSON.stringify({ vulnerabilities }), packages)).toMatchObject({
    known: [
      { name: 'a', inProduct: true, titles: ['Прототипы https://advisories.example/1'] },
      { name: 'tool', inProduct: false },
    ],
  });
  expect(readAudit('{"message":"405 Method Not Allowed"}', packages)).toEqual({ unanswered: '405 Method Not Allowed' });
  expect(readAudit('', packages)).toHaveProperty('unanswered');
});

test('security 75: the audit fails for a weakness of the product and not for a registry that does not answer', () => {
  const silent = audit('{"message":"405 Method Not Allowed"}');
  expect([silent.status, silent.stdout]).toEqual([
    0,
    expect.stringContaining('NOT KNOWN: the registry did not answer'),
  ]);
  expect(silent.stdout).toMatch(/MIT \(\d+\): /);
  const via = [{ title: 'Weak', url: 'https://advisories.example/2' }];
  const weak = { fastify: { severity: 'high', nodes: ['node_modules/fastify'], via } };
  const found = audit(JSON.stringify({ vulnerabilities: weak }));
  expect([found.status, found.stdout]).toEqual([1, expect.stringContaining('high, in the product: fastify: Weak')]);
});

test('security 75: a release’s list of components names every package of the product with its hash, and no tool', () => {
  const product = { name: 'product', version: '1.0.0', dependencies: ['a', 'b'] };
  const made = { serialNumber: 'urn:uuid:0', timestamp: '2026-06-10T00:00:00.000Z' };
  const bom = bomOf(product, packages, made);
  expect(bom.components.map(({ purl }) => purl)).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/b@1.5.0', 'pkg:npm/b@2.0.0']);
  expect(bom.components[1]).toMatchObject({ hashes: [{ alg: 'SHA-512', content: '010203' }] });
  expect(bom.dependencies).toContainEqual({ ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@1.5.0'] });
  expect(bom.dependencies[0]).toEqual({
    ref: 'pkg:npm/product@1.0.0',
    dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@2.0.0'],
  });
});

test('security 75: the list of this product is written for a release', () => {
  const target = folder();
  const { status } = spawnSync(process.execPath, ['scripts/sbom.ts', target]);
  expect(status).toBe(0);
  const bom = JSON.parse(readFileSync(join(target, 'sbom.cdx.json'), 'utf8')) as Bom;
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  const running = lockedPackages().filter(({ dev }) => !dev);
  expect(running.map(({ name, version }) => `${name}@${version}`).filter((each) => !listed.has(each))).toEqual([]);
  const refs = new Set(bom.dependencies.map(({ ref }) => ref));
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});
