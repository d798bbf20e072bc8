// @module-tag deep
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { pack, unpackRelease } from '../../support/release.ts';
import { startLine } from '../../support/start-line.ts';

/** A user without rights, where the tests themselves run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test('the release starts by its own start line, as nobody special over code that it cannot change', {
  timeout: 400_000,
}, async () => {
  const code = await unpackRelease();
  const dataFolder = await mkdtemp(join(tmpdir(), 'parts-released-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  if (isRoot) await chown(dataFolder, NOBODY, NOBODY);
  const { PATH, NODE_OPTIONS, TEST_NOW } = process.env;
  const child = spawn(join(code, relative(process.cwd(), process.execPath)), startLine(), {
    cwd: code,
    env: { PATH, NODE_OPTIONS, TEST_NOW, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'error' },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  };
  onTestFinished(stop);
  let origin = '';
  for await (const line of createInterface({ input: child.stdout })) {
    origin = /^Open (\S+)/.exec(line)?.[1] ?? '';
    if (origin) break;
  }
  expect((await fetch(`${origin}/ready`)).status).toBe(200);
  expect(await (await fetch(origin)).text()).toContain('<h1');
  await stop();
  // What the start made, the next one fills.
  expect(await readdir(dataFolder)).toContain('compiled');
});

test('the release holds all that it needs and nothing that is ours alone', { timeout: 120_000 }, async () => {
  const paths = (await pack()).files.map(({ path }) => path);
  for (const path of [
    ...['package.json', 'npm-shrinkwrap.json', 'README.md', 'docs/operations.md', 'scripts/setup.cjs'],
    ...[
      'server/main.ts',
      'server/operations/commands/backup.ts',
      'parts',
      'src/pages/index.astro',
      'settings/table.ts',
    ],
    ...['deploy/Dockerfile', 'deploy/parts.service', 'public/favicon.svg', 'astro.config.mjs', 'tsconfig.json'],
  ])
    expect(paths).toContain(path);
  const allowed =
    /^(contract|deploy|docs|public|rules|server|settings|src)\/|^(package\.json|npm-shrinkwrap\.json|README\.md|parts|astro\.config\.mjs|tsconfig\.json|scripts\/setup\.cjs)$/;
  expect(paths.filter((path) => !allowed.test(path))).toEqual([]);
  expect(paths.filter((path) => /\.(db|env|secret|pem|key|eml|log|tgz)$|\.test\.|(^|\/)\.[^/]/.test(path))).toEqual([]);
});
