import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchNpm, refusalOf } from '../../../scripts/installs.ts';

/** A project with the real set-up, whose lockfile misses a package that its manifest asks for. */
function unlockedProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parts-installs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const project = { name: 'shop', version: '1.0.0', dependencies: { 'is-number': '7.0.0' } };
  const lock = { ...project, lockfileVersion: 3, packages: { '': { name: 'shop', version: '1.0.0' } } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  mkdirSync(join(folder, 'scripts'));
  cpSync('scripts/setup.cjs', join(folder, 'scripts', 'setup.cjs'));
  return folder;
}

/** Runs the set-up with the npm of this machine; the registry does not answer, and npm does not try twice. */
function setUp(folder: string): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [join(folder, 'scripts', 'setup.cjs')], {
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(folder, 'cache'),
    },
  });
}

test('a lockfile that an npm does not accept is told in the words of that npm', async (context) => {
  const folder = unlockedProject();
  const npm = fetchNpm('10', join(folder, 'npm'));
  if ('unreachable' in npm) return context.skip(`npm 10 cannot be had: ${npm.unreachable}`);
  expect(refusalOf(npm.cli, folder)).toMatch(/in sync[\s\S]*Missing: is-number@7\.0\.0 from lock file/);
});

test('the set-up shows the words of npm and guesses no other reason', () => {
  const folder = unlockedProject();
  const { status, stderr } = setUp(folder);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/npm (ERR!|error)/)]);
  expect(stderr).toContain('Пакеты не установились');
  expect(stderr).not.toContain('Usage:');
});

test('the set-up names the registry where npm names it', () => {
  const folder = unlockedProject();
  const hash = `sha512-${Buffer.alloc(64).toString('base64')}`;
  const packages = {
    '': { name: 'shop', version: '1.0.0', dependencies: { 'is-number': '7.0.0' } },
    'node_modules/is-number': { version: '7.0.0', integrity: hash },
  };
  const lock = { name: 'shop', version: '1.0.0', lockfileVersion: 3, packages };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const { status, stderr } = setUp(folder);
  expect([status, stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  expect(stderr).toContain('До хранилища пакетов нет связи');
});
