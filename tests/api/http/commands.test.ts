// @module-tag deep
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../../server/operations/commands/commands.ts';
import { parseSettings } from '../../../server/operations/config/settings-lines.ts';

const PARTS = join(process.cwd(), 'parts');
const isRoot = process.getuid?.() === 0;
/** A user who owns nothing else. */
const OWNER = 64_123;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

interface Call {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly program?: string;
  readonly uid?: number;
}

/** `parts` with these words, below a bare environment. */
function parts(words: readonly string[], { environment = {}, cwd = folder, program = PARTS, uid }: Call = {}) {
  const { NODE_OPTIONS, TEST_NOW } = process.env;
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', NODE_OPTIONS, TEST_NOW, LOG_LEVEL: 'silent', ...environment },
    ...(uid !== undefined && { uid, gid: uid }),
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

/** A shop in `data` that was started once, without pages and demonstration, and then given to another owner. */
async function makeShop(data: string): Promise<void> {
  mkdirSync(data, { recursive: true });
  const environment = { DATA_DIR: data, PORT: '0', DEMO: 'off', SERVE_PAGES: 'off', LOG_LEVEL: 'silent' };
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  for await (const line of createInterface({ input: server.stdout })) if (line.startsWith('Open ')) server.kill();
  await ended;
  for (const path of [data, ...namesBelow(data)]) chownSync(path, OWNER, OWNER);
}

const namesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));

test('every command of the table answers --help from any folder, through a link, and names itself as it is called', () => {
  const link = join(folder, 'shop');
  symlinkSync(PARTS, link);
  for (const name of Object.keys(COMMANDS)) {
    if (name === 'start' || name === 'check:pricelists') continue;
    const { status, stdout, stderr } = parts([name, '--help'], { program: link });
    expect([name, status, stderr]).toEqual([name, 0, '']);
    expect(stdout).toContain(`parts ${name}`);
  }
  expect(parts(['--help']).stdout).toContain('move-to-postgres');
  expect(parts(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('a command that does not exist is told with the nearest one, and ends with 2', () => {
  const { status, stderr } = parts(['bakcup']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('Может быть, backup?')]);
});

test('no command begins a second shop in an empty folder, or works in that of somebody else', () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'letter.txt'), 'dear');
  const calls = [['admin', 'create', 'a@shop.example'], ['admin', 'list'], ['backup', join(folder, 'b')], ['doctor']];
  for (const [where, why] of [
    [empty, 'the folder is empty'],
    [foreign, 'letter.txt'],
    [join(folder, 'missing'), 'there is no such folder'],
  ] as const)
    for (const words of calls) {
      const { status, stdout, stderr } = parts(words, { environment: { DATA_DIR: where } });
      expect([words, stdout, stderr]).toEqual([words, '', expect.stringContaining(why)]);
      expect(status).not.toBe(0);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  expect([readdirSync(empty), readdirSync(foreign)]).toEqual([[], ['letter.txt']]);
});

test('settings come from parts.env beside the data folder or from the named file, and the environment wins', () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(folder, 'parts.env'), 'SITE_NAME="Лавка № 1" \n# PORT=1\nexport PORT=8123\r\n', { mode: 0o600 });
  const environment = { DATA_DIR: data };
  const beside = parts(['admin', 'settings'], { environment });
  expect([beside.status, beside.stderr]).toEqual([0, '']);
  expect(beside.stdout).toMatch(/^SITE_NAME +Лавка № 1 .*parts\.env$/m);
  expect(beside.stdout).toMatch(/^PORT +8123 /m);
  const other = join(folder, 'other.env');
  writeFileSync(other, 'PORT=8200\nSITE_NAME=Другая\n', { mode: 0o600 });
  const named = parts(['--env', other, 'admin', 'settings'], { environment: { ...environment, PORT: '8300' } });
  expect(named.stdout).toMatch(/^PORT +8300 .*environment$/m);
  expect(named.stdout).toMatch(/^SITE_NAME +Другая .*other\.env$/m);
});

test('a settings file that cannot be trusted, read or understood stops the command with its place', () => {
  const file = join(folder, 'own.env');
  writeFileSync(file, 'PORT=1\nthis is nothing\n', { mode: 0o600 });
  const broken = parts(['--env', file, 'admin', 'settings']);
  expect([broken.status === 0, broken.stderr]).toEqual([false, expect.stringContaining(`${file}, line 2`)]);
  writeFileSync(file, 'PORT=8123\n');
  chmodSync(file, 0o666);
  expect(parts(['--env', file, 'admin', 'settings']).stderr).toContain('others may change');
  expect(parts(['--env', join(folder, 'none.env'), 'admin', 'settings']).stderr).toContain(
    'there is no file of settings',
  );
});

test('lines of a settings file are read as systemd reads them', () => {
  const { values, problems } = parseSettings(
    '\uFEFFA=1\r\n B = two words \nC="a \\"b\\" \\$"\nD=\'x#y\'\n;no\nE=pa#ss\nF="one\ntwo"\nG=\n=bad\nH="open',
  );
  expect(Object.fromEntries(values)).toEqual({
    A: '1',
    B: 'two words',
    C: 'a "b" $',
    D: 'x#y',
    E: 'pa#ss',
    F: 'one\ntwo',
    G: '',
  });
  expect(problems.map(({ line }) => line)).toEqual([10, 11]);
});

test('root leaves nothing in the folder of a shop that its owner cannot open', async ({ skip }) => {
  skip(!isRoot, 'only root can take the place of somebody else');
  const data = join(folder, 'data');
  await makeShop(data);
  chmodSync(folder, 0o755);
  const list = join(folder, 'list.csv');
  writeFileSync(list, 'Артикул;Наименование;Цена\n740.1003010;Головка;100\n', { mode: 0o600 });
  const environment = { DATA_DIR: data };
  const imported = parts(['import', list, '--provider', 'ООО Склад', '--brand', 'КАМАЗ', '--create'], { environment });
  expect([imported.status, imported.stderr.includes('EACCES')]).toEqual([0, false]);
  expect(parts(['admin', 'create', 'a@shop.example'], { environment }).status).toBe(0);
  expect([data, ...namesBelow(data)].filter((path) => statSync(path).uid !== OWNER)).toEqual([]);
});

test('a service user who cannot write the code runs every command', async ({ skip }) => {
  skip(!isRoot, 'only root can take the place of somebody else');
  const data = join(folder, 'data');
  await makeShop(data);
  chmodSync(folder, 0o777);
  const call = { environment: { DATA_DIR: data }, uid: OWNER };
  expect(parts(['admin', 'list'], call)).toMatchObject({ status: 0, stdout: 'no accounts\n' });
  const backup = parts(['backup', join(folder, 'backups')], call);
  expect([backup.status, backup.stderr]).toEqual([0, '']);
  expect(parts(['doctor'], call).status).toBe(0);
});

test('the set-up leaves the packages of a release alone, and says so where they are not its own', () => {
  const release = join(folder, 'release');
  mkdirSync(join(release, 'scripts'), { recursive: true });
  mkdirSync(join(release, 'node_modules', '.bin'), { recursive: true });
  cpSync('scripts/setup.cjs', join(release, 'scripts', 'setup.cjs'));
  const lock = (version: string) =>
    JSON.stringify({
      packages: { '': {}, 'node_modules/a': { version }, 'node_modules/tool': { version: '1.0.0', dev: true } },
    });
  writeFileSync(join(release, 'npm-shrinkwrap.json'), lock('1.0.0'));
  writeFileSync(
    join(release, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
  );
  const setUp = () => spawnSync(process.execPath, [join(release, 'scripts', 'setup.cjs')], { encoding: 'utf8' });
  expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  writeFileSync(join(release, 'npm-shrinkwrap.json'), lock('2.0.0'));
  expect(setUp()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('npm ci --omit=dev') });
});
