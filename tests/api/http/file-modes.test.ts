import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { machineEnvironment } from '../../support/machine-environment.ts';
import { ADMIN } from '../../support/server.ts';

const SERVER = join(import.meta.dirname, '../../support/private-server.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-modes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program under a umask that leaves all permissions. */
function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn('/bin/sh', ['-c', 'umask 0 && exec "$@"', 'sh', process.execPath, program, ...args], {
    env: { ...machineEnvironment(), PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => stop(child));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function startServer(): Promise<{ origin: string; child: ChildProcess }> {
  const child = run(SERVER, [folder]);
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /^Open (\S+)/.exec(line)?.[1];
    if (origin) return { origin, child };
  }
  throw new Error('the server ended before it listened');
}

/** Names of everything in the folder, behind no link: a build of the pages has one to the packages of the project. */
async function names(below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry) => {
    const name = join(below, entry.name);
    return entry.isDirectory() ? [name, ...(await names(name))] : [name];
  });
  return (await Promise.all(found)).flat();
}

/** What of the folder others may do anything with, itself included. */
async function open(): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['.', ...(await names())]) {
    const info = await lstat(join(folder, name)).catch(() => null);
    if (info && !info.isSymbolicLink() && (info.mode & 0o077) !== 0) found.push(name);
  }
  return found;
}

/** Makes a server write files of every kind. */
async function use(origin: string): Promise<void> {
  const call = async (method: string, path: string, body?: BodyInit, token = '') => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    const answer = await fetch(origin + path, { method, headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  };
  const { access } = JSON.parse(await call('POST', '/api/mauth/signin', new URLSearchParams(ADMIN))) as {
    access: string;
  };
  await call('POST', '/api/informator/user', undefined, access);
  const create = { width: 8, height: 8, channels: 3, background: 'red' } as const;
  const png = await sharp({ create }).png().toBuffer();
  const form = new FormData();
  form.append('photo', new Blob([png as BlobPart], { type: 'image/png' }), 'a.png');
  await call('PATCH', '/api/informator/user/photo', form, access);
  await call('GET', '/api/bridge/file/download');
  await call('PATCH', '/api/mauth/forgot', new URLSearchParams({ email: ADMIN.email }));
  while (!(await names()).some((name) => name.endsWith('.eml'))) await pause(20);
}

test("security 58: under a umask of 0 every file in a fresh data folder is the owner's alone", {
  timeout: 60_000,
}, async () => {
  await chmod(folder, 0o777);
  const { origin } = await startServer();
  await use(origin);
  const written = await names();
  for (const kind of [
    /\.db$/,
    /\.db-wal$/,
    /\.db-shm$/,
    /^jwt\.secret/,
    /photos\/.+\.webp$/,
    /pricelists\/.+/,
    /\.eml$/,
  ]) {
    expect([kind, written.some((name) => kind.test(name))]).toEqual([kind, true]);
  }
  expect(await open()).toEqual([]);
});

test('security 58: a start closes what an earlier one left open, and follows no link', {
  timeout: 60_000,
}, async () => {
  const first = await startServer();
  await use(first.origin);
  await stop(first.child);
  const outside = `${folder}-outside`;
  await writeFile(outside, 'not ours');
  onTestFinished(() => rm(outside, { force: true }));
  await chmod(outside, 0o644);
  await mkdir(join(folder, 'files/bridge/photos/kept'), { recursive: true });
  await writeFile(join(folder, 'files/bridge/photos/kept/copy.db'), '');
  await symlink(outside, join(folder, 'files/link'));
  for (const name of ['.', ...(await names())]) {
    const path = join(folder, name);
    const info = await lstat(path);
    if (!info.isSymbolicLink()) await chmod(path, info.isDirectory() ? 0o777 : 0o666);
  }
  expect((await open()).length).toBeGreaterThan(10);
  await startServer();
  expect(await open()).toEqual([]);
  expect((await lstat(outside)).mode & 0o777).toBe(0o644);
});

test('security 58: the server and the command line begin with it', { timeout: 60_000 }, async () => {
  await chmod(folder, 0o777);
  const server = run('server/main.ts', [], { DATA_DIR: folder });
  // The pages are still being built then.
  while (!(await names()).includes('site')) await pause(20);
  expect(await open()).toEqual([]);
  await stop(server);
  expect(await open()).toEqual([]);
  const command = run('server/operations/commands/admin.ts', ['create', 'a@parts.example'], { DATA_DIR: folder });
  expect(await once(command, 'exit')).toEqual([0, null]);
  expect(await open()).toEqual([]);
});

test('security 58: every program of the server begins with it', async () => {
  const programs = [
    'server/main.ts',
    ...(await readdir('server/operations/commands'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `server/operations/commands/${name}`),
  ];
  for (const program of programs) {
    const source = await readFile(program, 'utf8');
    if (/^export /m.test(source)) continue;
    // `runCommand` begins with it too.
    expect([program, /^(?:writeForOwnerOnly\(\);|await runCommand\()/m.test(source)]).toEqual([program, true]);
  }
});
