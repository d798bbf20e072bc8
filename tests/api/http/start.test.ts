import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';
import { startApp } from '../../../server/operations/start/app.ts';
import { SettingsProblem } from '../../../settings/problem.ts';
import { machineEnvironment } from '../../support/machine-environment.ts';
import { EVENING } from '../../support/moment.ts';
import { openSmallDisk } from '../../support/small-disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, environment: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], {
    env: { ...machineEnvironment(), PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', ...environment },
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

test('a database that there is not, or a role, ends the start with one line without a stack', ({ skip }) => {
  const url = process.env.TEST_DATABASE_URL ?? skip('there is no PostgreSQL');
  for (const change of [{ pathname: '/no_such_shop' }, { username: 'no_such_role' }]) {
    const { href } = Object.assign(new URL(url), change);
    const { status, stderr } = run('server/main.ts', { DATA_DIR: folder, DATABASE_URL: href });
    expect([status, stderr.trim()]).toEqual([
      1,
      expect.stringMatching(/^The database cannot be reached: .*no_such_\w+" does not exist$/),
    ]);
  }
});

const wrongSettings = (stderr: string): string[] => {
  const [heading, ...lines] = stderr.trim().split('\n');
  expect(heading).toBe('Wrong settings, nothing was started:');
  return lines;
};

/** What a value may be that only this machine refuses; each line begins with the name of its setting. */
const REFUSED: readonly (readonly [what: string, name: string, value: () => string])[] = [
  ['an address of another machine', 'HOST', () => '192.0.2.1'],
  ['a name that nobody knows', 'HOST', () => 'no-such-host.invalid'],
  ['backups below a file', 'BACKUP_DIR', () => join(folder, 'file/copies')],
  ['a file in place of backups', 'BACKUP_DIR', () => join(folder, 'file')],
  ['backups in what they back up', 'BACKUP_DIR', () => join(folder, 'data/copies')],
  ['backups there by another way', 'BACKUP_DIR', () => join(folder, 'link/copies')],
  ['backups in its place', 'BACKUP_DIR', () => join(folder, 'data')],
  ['a folder of lists that is missing', 'IMPORT_DIR', () => join(folder, 'missing')],
  ['a file in place of lists', 'IMPORT_DIR', () => join(folder, 'file')],
  ['a picture that is missing', 'SITE_LOGO', () => join(folder, 'missing.png')],
  ['a picture that is none', 'SITE_LOGO', () => join(folder, 'file')],
];

/** What the values of REFUSED name beside what is missing, and the data folder of the start. */
function placesOfRefused(): string {
  const data = join(folder, 'data');
  writeFileSync(join(folder, 'file'), 'no picture');
  mkdirSync(data);
  symlinkSync(data, join(folder, 'link'));
  return data;
}

function expectRefused(lines: readonly string[], name: string, value: string): void {
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
  expect(lines[0]).toContain(value);
}

test.each(REFUSED)('%s is refused in one line before a database is opened', async (_what, name, value) => {
  const data = placesOfRefused();
  const environment = { PORT: '0', DEMO: 'off', DATA_DIR: data, [name]: value() };
  const said: unknown[] = [];
  const starting = startApp(readConfig(environment), {
    root: process.cwd(),
    environment,
    clock: () => EVENING,
    log: pino({ level: 'silent' }),
    say: (event) => said.push(event),
  });
  const problem = await starting.catch((error: unknown) => error);
  if (!(problem instanceof SettingsProblem)) throw problem;
  expectRefused(
    problem.problems.map(({ english }) => english),
    name,
    value(),
  );
  expect([said, readdirSync(data)]).toEqual([[], []]);
});

const isFirstOfSetting = (one: (typeof REFUSED)[number]) => REFUSED.find(([, name]) => name === one[1]) === one;

// The process is tried once for each setting in every run, and with all values before a release.
for (const refused of REFUSED)
  test(
    `${refused[0]} ends the start with one line before a database is opened`,
    isFirstOfSetting(refused) ? {} : { tags: ['deep'] },
    () => {
      const [, name, value] = refused;
      const data = placesOfRefused();
      const { status, stdout, stderr } = run('server/main.ts', { DATA_DIR: data, [name]: value() });
      expect([status, stdout]).toEqual([1, '']);
      expectRefused(wrongSettings(stderr), name, value());
      expect(readdirSync(data)).toEqual([]);
    },
  );

test('all that is wrong is told in one start, by the settings and by the machine', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { status, stderr } = run('server/main.ts', {
    DATA_DIR: join(folder, 'data'),
    PORT: String((other.address() as AddressInfo).port),
    COMPANY_EMAIL: 'позвоните',
    COMPANY_PHONE: 'по почте',
    IMPORT_DIR: join(folder, 'missing'),
    BACKUP_DIR: join(folder, 'data'),
    EXCHANGE_LOGIN: 'accountant',
  });
  expect(status).toBe(1);
  expect(wrongSettings(stderr).map((line) => line.split(' ')[0])).toEqual([
    ...['COMPANY_PHONE', 'COMPANY_EMAIL', 'EXCHANGE_PASSWORD', 'PORT', 'BACKUP_DIR', 'IMPORT_DIR'],
  ]);
});

/** Runs what follows without the right to ports below 1024; null where that cannot be had, or every port is allowed. */
function withoutLowPorts(): string[] | null {
  if (process.platform !== 'linux') return null;
  const first = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  if (first < 1024) return null;
  if (process.getuid?.() !== 0) return [];
  const without = ['setpriv', '--bounding-set', '-net_bind_service'];
  return spawnSync(without[0] ?? '', [...without.slice(1), 'true']).status === 0 ? without : null;
}

test('a port below 1024 that this user may not have ends the start and says what to do', ({ skip }) => {
  const before = withoutLowPorts() ?? skip('this machine lets every user have every port');
  const [program = '', ...words] = [...before, process.execPath, 'server/main.ts'];
  const { status, stderr } = spawnSync(program, words, {
    env: { ...process.env, PORT: '81', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(wrongSettings(stderr)).toEqual([
    expect.stringMatching(/^PORT 81 may not be listened at .*EACCES.*1024.*proxy.*cap_net_bind_service/),
  ]);
});

test('a disk that backups cannot be written to ends the start', ({ skip }) => {
  const disk = openSmallDisk(4) ?? skip('this machine lets the test mount no disk of its own');
  onTestFinished(() => disk.remove());
  const start = () => run('server/main.ts', { DATA_DIR: folder, BACKUP_DIR: disk.folder });
  disk.fill();
  expect(wrongSettings(start().stderr)).toEqual([expect.stringMatching(/^BACKUP_DIR must .*ENOSPC/)]);
  disk.free();
  disk.makeReadOnly(true);
  expect(wrongSettings(start().stderr)).toEqual([expect.stringMatching(/^BACKUP_DIR must .*EROFS/)]);
});

test('a key that is empty ends the start with a line that says what to do', () => {
  writeFileSync(join(folder, 'jwt.secret'), '');
  const { status, stderr } = run('server/main.ts', { DATA_DIR: folder });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S+jwt\.secret is empty: remove it[^\n]*\n$/)]);
});

interface Unusable {
  readonly what: string;
  readonly path: () => string;
  readonly reason: string;
}

const NO_FOLDER: Unusable[] = [
  { what: 'a file', path: () => join(folder, 'file'), reason: 'ENOTDIR: not a directory' },
  { what: 'below a file', path: () => join(folder, 'file/a/b'), reason: 'ENOTDIR: not a directory' },
  { what: 'too long a name', path: () => join(folder, 'x'.repeat(300)), reason: 'ENAMETOOLONG: name too long' },
];
/** The system makes nothing there; a recursive mkdir of Node's would try for ever. */
const NOT_WRITABLE: Unusable[] = [
  { what: 'a place without folders', path: () => '/proc/parts-shop', reason: 'ENOENT: no such file or directory' },
  { what: 'a folder that takes no file', path: () => '/proc/self', reason: 'ENOENT: no such file or directory' },
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
    const command = run('server/operations/commands/admin.ts', { DATA_DIR: path() }, 'list');
    expect([command.status, command.stdout]).toEqual([1, '']);
    expect(command.stderr).toMatch(/^(DATA_DIR must be a folder|[^\n]+ is not the data folder of a shop)[^\n]*\n$/);
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
    'server/operations/commands/admin.ts',
    { DATA_DIR: folder, PORT: '9000', JWT_SECRET: 'a key of access tokens' },
    'settings',
  );
  expect(listed.status).toBe(0);
  expect(listed.stdout).toMatch(/^PORT +9000 +8080 +environment$/m);
  expect(listed.stdout).toMatch(/^JWT_SECRET +\(secret\) +random, kept in DATA_DIR +environment$/m);
  expect(readdirSync(folder)).toEqual([]);
  const refused = run('server/operations/commands/admin.ts', { DATA_DIR: folder, ROBOTS: 'none' }, 'settings');
  expect([refused.status, refused.stderr.trim()]).toEqual([1, 'ROBOTS must be one of index, noindex, not "none"']);
});
