import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, environment: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], {
    env: { PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', ...environment },
    encoding: 'utf8',
    // Far more than a start needs: a hang fails the test instead of holding it.
    timeout: 60_000,
  });

test('a port that is taken is told before an administrator or pages are made, and so is a misspelt setting', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stdout, stderr } = run('server/main.ts', {
    DATA_DIR: folder,
    PORT: String(port),
    DEMO: 'on',
    ADMIN_EMAIL: 'admin@parts.example',
    TRUST_PROXI: 'on',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
  expect(stderr).toContain('Another program listens there: choose another PORT.');
  expect(stdout).toBe('TRUST_PROXI is not a setting and does nothing: did you mean TRUST_PROXY?\n');
  expect(readdirSync(folder)).not.toContain('site');
});

test('a start without its database says so in one line', () => {
  const { status, stderr } = run('server/main.ts', {
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop',
  });
  expect(status).toBe(1);
  expect(stderr.trim()).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1');
});

interface Unusable {
  readonly what: string;
  readonly path: () => string;
  readonly reason: string;
}

const NO_FOLDER: Unusable[] = [
  { what: 'a file', path: () => join(folder, 'file'), reason: 'ENOTDIR: not a directory' },
  { what: 'below a file', path: () => join(folder, 'file/a/b'), reason: 'ENOTDIR: not a directory' },
  {
    what: 'too long a name',
    path: () => join(folder, 'x'.repeat(300)),
    reason: 'ENAMETOOLONG: name too long',
  },
];
/** The system makes nothing there; a recursive mkdir of Node's would try for ever. */
const NOT_WRITABLE: Unusable[] = [
  {
    what: 'a place without folders',
    path: () => '/proc/parts-shop',
    reason: 'ENOENT: no such file or directory',
  },
  {
    what: 'a folder that takes no file',
    path: () => '/proc/self',
    reason: 'ENOENT: no such file or directory',
  },
];

test.each([...NO_FOLDER, ...(process.platform === 'linux' ? NOT_WRITABLE : [])])(
  'a data folder that is $what ends the start and the command line with one clear line',
  ({ path, reason }) => {
    writeFileSync(join(folder, 'file'), '');
    const line = `DATA_DIR must be a folder that can be written to (${reason}`;
    const server = run('server/main.ts', { DATA_DIR: path() });
    expect([server.status, server.stdout]).toEqual([1, '']);
    expect(server.stderr.split('\n')).toEqual([
      'Wrong settings, nothing was started:',
      expect.stringContaining(line),
      '',
    ]);
    const command = run('server/commands/admin.ts', { DATA_DIR: path() }, 'list');
    expect([command.status, command.stdout]).toEqual([1, '']);
    expect(command.stderr).toMatch(
      /^(DATA_DIR must be a folder|[^\n]+ is not the data folder of a shop)[^\n]*\n$/,
    );
  },
);

test('something else in the place of a folder of ours ends the start with its path', () => {
  writeFileSync(join(folder, 'files'), '');
  const { status, stderr } = run('server/main.ts', { DATA_DIR: folder });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The data folder cannot be used: ENOTDIR: [^\n]*files[^\n]*\n$/);
});

test('the command line lists the settings in force without opening a database, and tells the wrong ones', () => {
  const listed = run(
    'server/commands/admin.ts',
    { DATA_DIR: folder, PORT: '9000', JWT_SECRET: 'a key of access tokens' },
    'settings',
  );
  expect(listed.status).toBe(0);
  expect(listed.stdout).toMatch(/^PORT +9000 +8080 +environment$/m);
  expect(listed.stdout).toMatch(/^JWT_SECRET +\(secret\) +random, kept in DATA_DIR +environment$/m);
  expect(readdirSync(folder)).toEqual([]);
  const refused = run('server/commands/admin.ts', { DATA_DIR: folder, ROBOTS: 'none' }, 'settings');
  expect([refused.status, refused.stderr.trim()]).toEqual([
    1,
    'ROBOTS must be one of index, noindex, not "none"',
  ]);
});
