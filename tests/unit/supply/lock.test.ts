import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAllowed } from '../../../scripts/supply/licences.ts';
import { lockedPackages } from '../../../scripts/supply/lock.ts';

const packages = lockedPackages();
const wanted = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

test('security 75: every package of any system is pinned by its exact version and by the hash of what comes', () => {
  const loose = packages.filter(
    ({ version = '', integrity = '' }) => !EXACT.test(version) || !/^sha512-[\w+/]{86}==$/.test(integrity),
  );
  expect(loose.map(({ place }) => place)).toEqual([]);
  expect(packages.length).toBeGreaterThan(500);
});

test('security 75: what the project asks for by itself is one version each, and the one that is locked', () => {
  const asked = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(wanted[kind] ?? {}),
  );
  const locked = new Map(packages.map(({ place, version }) => [place, version]));
  for (const [name, text] of asked) {
    // A second version of a package stands under a name of its own: `npm:package@version`.
    const version = text.replace(/^npm:[^@]+@/, '');
    expect([name, version]).toEqual([name, expect.stringMatching(EXACT)]);
    expect([name, locked.get(`node_modules/${name}`)]).toEqual([name, version]);
  }
});

test('security 75: the runtime is pinned for every system that it comes for', () => {
  const runtimes = Object.keys(wanted.optionalDependencies ?? {});
  expect(runtimes.length).toBeGreaterThan(3);
  for (const name of runtimes) {
    const found = packages.find(({ place }) => place === `node_modules/${name}`);
    expect([name, found]).toMatchObject([name, { optional: true, integrity: expect.stringContaining('sha512-') }]);
  }
  expect(new Set(runtimes.map((name) => wanted.optionalDependencies?.[name])).size).toBe(1);
});

test('security 75: every licence is one that the project allows', () => {
  const refused = packages.filter(({ license }) => !isAllowed(license));
  expect(refused.map(({ name, license }) => [name, license])).toEqual([]);
});
