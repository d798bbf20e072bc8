// @module-tag deep
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { parse } from 'yaml';
import { makeMachine } from '../../../scripts/installs.ts';
import { parseSettings } from '../../../server/operations/config/settings-lines.ts';
import { freePort } from '../../support/free-port.ts';
import { newDatabase } from '../../support/new-database.ts';
import { startObjects } from '../../support/object-server.ts';
import { cloneInto, pack } from '../../support/release.ts';
import { blockBelow, commandLines } from '../../support/walk/guide.ts';
import { follow } from '../../support/walk/image.ts';
import { machineProblem, type OwnMachine, ownMachine, PATH, wayToRegistry } from '../../support/walk/machine.ts';
import { unitOf } from '../../support/walk/unit.ts';

/** The words of the guide that stand for something of the reader's own. */
const meant = (line: string, places: { lists: string; backups: string; database: string }) =>
  line
    .replace('EMAIL', 'second@parts.example')
    .replace(/check:pricelists FOLDER/, `check:pricelists ${places.lists}`)
    .replace('FOLDER', places.backups)
    .replace('FILE', `${places.lists}/supplier.xlsx`)
    .replace('TITLE', "'ООО Поставщик'")
    .replace('TITLE', 'КАМАЗ')
    .replace(/\[(--\w+)\]/, '$1')
    .replace('postgres://…', places.database);

/** Node 20 and npm 10, as many machines have them; skips the test where they cannot be had, or where nothing can be mounted. */
async function machineOfOld({ skip }: TestContext) {
  const problem = machineProblem();
  if (problem !== null) return skip(`no machine of its own: ${problem}`);
  const folder = mkdtempSync(join(tmpdir(), 'parts-machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const made = await makeMachine('20', '10', folder);
  return typeof made === 'string' ? skip(made) : made;
}

/** Stand-ins for a person at an editor and for what is not there to be called: it notes how it would have been. */
function standIns(machine: OwnMachine, port: number): () => string[] {
  machine.program(
    'nano',
    `sed -i 's|^SITE_URL=.*|SITE_URL=https://shop.example|; s|^ADMIN_EMAIL=.*|ADMIN_EMAIL=owner@shop.example|' "$1"
echo 'PORT=${port}' >>"$1"`,
  );
  for (const name of ['systemctl', 'journalctl', 'docker']) machine.program(name, `echo "${name} $*" >>/var/log/calls`);
  machine.program('sudo', 'user=$2; shift 2; exec runuser -u "$user" -- "$@"');
  return () => readFileSync(machine.at('/var/log/calls'), 'utf8').trim().split('\n');
}

/** A shell that a person types these lines into, and leaves at the first that fails. */
const typed = (lines: readonly string[]) => [
  ...['bash', '--norc', '-uo', 'pipefail', '-c'],
  lines.map((line) => `{ ${line}\n} || { echo 'It failed:' "$BASH_COMMAND" >&2; exit 1; }`).join('\n'),
];
const backupsIn = (machine: OwnMachine, folder: string) =>
  readdirSync(machine.at(folder)).filter((name) => /^backup-\d+T\d+Z$/.test(name));

/** An address of a PostgreSQL; where there is none, one without a server: the command then says so. */
async function database(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? newDatabase(server) : 'postgres://shop@127.0.0.1:1/shop';
}

test('from nothing to a shop with backups, by systemd, as the guide says', { timeout: 900_000 }, async (context) => {
  const { home } = await machineOfOld(context);
  const machine = ownMachine([home]);
  const port = await freePort();
  const calls = standIns(machine, port);
  await pack(machine.at('/root'), await cloneInto(machine.at('/root')));
  const installed = await machine.run(typed(blockBelow('As a service of systemd')), {
    cwd: '/root',
    env: { ...wayToRegistry(), HOME: '/root', PATH: `${home}/bin:${PATH}` },
  });
  expect([installed.status, installed.problem]).toEqual([0, expect.any(String)]);
  expect(calls()).toEqual(['systemctl daemon-reload', 'systemctl enable --now parts', 'journalctl -u parts -f']);

  const unit = '/etc/systemd/system/parts.service';
  const start = async () => {
    const { words, way } = unitOf(unit, machine);
    const server = await machine.start(words, way);
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
    return server;
  };
  const { way } = unitOf(unit, machine);
  for (const folder of way.writes ?? [])
    expect(await machine.run(['touch', `${folder}/.written`], way)).toEqual({ status: 0, out: '', problem: '' });
  for (const folder of ['/srv/parts', '/etc', '/var/lib', '/usr'])
    expect((await machine.run(['touch', `${folder}/.written`], way)).problem).toMatch(/Read-only|denied/);

  let server = await start();
  expect(server.said()).toContain('owner@shop.example');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<h1');

  const settings = way.env ?? {};
  const { BACKUP_DIR = '', IMPORT_DIR = '' } = settings;
  writeFileSync(machine.at(`${IMPORT_DIR}/supplier.xlsx`), readFileSync('tests/fixtures/pricelists/supplier.xlsx'));
  const places = { lists: IMPORT_DIR, backups: BACKUP_DIR, database: await database() };
  const objects = await startObjects();
  const call = async (line: string) => {
    const told = await machine.run(typed([meant(line, places)]), { cwd: '/root' });
    return { line, status: told.status, ...(told.status !== 0 && told) };
  };
  const rows = commandLines('systemd');
  for (const { line, isStopped, name } of rows)
    if (!isStopped && name !== 'move-files') expect(await call(line)).toEqual({ line, status: 0 });

  // The line of cron, as cron calls it.
  const before = backupsIn(machine, BACKUP_DIR);
  expect(before).not.toEqual([]);
  const table = (await machine.run(['cat', '/srv/parts/deploy/parts.cron'])).out.replace(/^#.*\n/gm, '');
  const [, user = '', job = ''] = /^(?:\S+ ){5}(\S+) (.*)\n$/.exec(table) ?? [];
  const cron = {
    user,
    cwd: '/',
    env: { HOME: '/var/lib/parts', LOGNAME: user, SHELL: '/bin/sh', PATH: '/usr/bin:/bin' },
  };
  expect(await machine.run(['/bin/sh', '-c', job], cron)).toEqual({ status: 0, out: '', problem: '' });
  expect(backupsIn(machine, BACKUP_DIR).filter((name) => !before.includes(name))).toHaveLength(1);

  expect(await server.stop()).toBe(0);
  const restore = rows.find(({ name }) => name === 'restore')?.line ?? '';
  expect(await call(restore)).toEqual({ line: restore, status: 0 });
  server = await start();
  const people = await machine.run(['sudo', '-u', 'parts', '/srv/parts/parts', 'admin', 'list']);
  expect(people.out).toContain('owner@shop.example');
  expect(people.out).toContain('second@parts.example');

  const kept = readFileSync(machine.at('/etc/parts.env'), 'utf8');
  const storage = Object.entries(objects.environment).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(machine.at('/etc/parts.env'), `\n${storage.join('')}`);
  const files = rows.find(({ name }) => name === 'move-files')?.line ?? '';
  expect(await call(files)).toEqual({ line: files, status: 0 });
  writeFileSync(machine.at('/etc/parts.env'), kept);

  expect(await server.stop()).toBe(0);
  const move = rows.find(({ name }) => name === 'move-to-postgres')?.line ?? '';
  expect(await call(move)).toMatchObject({ line: move, status: process.env.TEST_DATABASE_URL ? 0 : 1 });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly read_only: boolean;
        readonly volumes: readonly string[];
        readonly environment: Readonly<Record<string, string>>;
        readonly env_file: string;
      }
    >
  >;
}

test('from nothing to a shop with backups, in a container of the release, as the guide says', {
  timeout: 900_000,
}, async (context) => {
  const { home } = await machineOfOld(context);
  const folder = mkdtempSync(join(tmpdir(), 'parts-context-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const queue = ownMachine();
  const port = await freePort();
  const calls = standIns(queue, port);
  const { filename } = await pack(queue.at('/root'), await cloneInto(queue.at('/root')));
  const prepared = await queue.run(typed([`tar -xzf ${filename}`, 'cd package', ...blockBelow('As a container')]), {
    cwd: '/root',
  });
  expect([prepared.status, prepared.problem]).toEqual([0, '']);
  const release = queue.at('/root/package');
  const composed = parse(readFileSync(join(release, 'deploy/compose.yaml'), 'utf8')) as Compose;
  const shop = composed.services.shop;
  if (!shop) throw new Error('compose.yaml has no shop');
  for (const line of calls())
    expect(line).toMatch(/^docker compose -f deploy\/compose\.yaml (up|logs -f shop|exec shop parts )/);

  const image = await follow(release, {
    node: process.execPath,
    npm: { cli: join(home, 'npm-10/node_modules/npm/bin/npm-cli.js'), home },
  });
  const given = Object.fromEntries(parseSettings(readFileSync(join(release, 'deploy', shop.env_file), 'utf8')).values);
  const way = {
    user: image.user,
    cwd: image.cwd,
    env: { ...image.env, ...given, ...shop.environment, PORT: String(port) },
    ...(shop.read_only && { writes: shop.volumes.map((volume) => volume.split(':')[1] ?? '') }),
  };
  const { machine } = image;
  expect((await machine.run(['touch', '/app/.written'], way)).problem).toMatch(/Read-only|denied/);
  const start = () => machine.start(image.command, way);
  let server = await start();
  expect(await machine.run(image.health, way)).toMatchObject({ status: 0 });
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
  expect(server.said()).toContain('owner@shop.example');

  writeFileSync(machine.at('/imports/supplier.xlsx'), readFileSync('tests/fixtures/pricelists/supplier.xlsx'));
  const places = { lists: '/imports', backups: '/backups', database: await database() };
  const objects = await startObjects();
  const call = async (line: string, more: Readonly<Record<string, string>> = {}) => {
    const inside = line.replace(/^docker compose (exec|run --rm) shop /, '');
    expect(inside).not.toBe(line);
    const told = await machine.run(['sh', '-c', meant(inside, places)], { ...way, env: { ...way.env, ...more } });
    return { line, status: told.status, ...(told.status !== 0 && told) };
  };
  const rows = commandLines('container');
  for (const { line, isStopped, name } of rows)
    if (!isStopped)
      expect(await call(line, name === 'move-files' ? objects.environment : {})).toEqual({ line, status: 0 });
  expect(backupsIn(machine, '/backups')).not.toEqual([]);
  expect(await server.stop()).toBe(0);
  for (const { line, isStopped, name } of rows.filter(({ name }) => name !== 'move-to-postgres'))
    if (isStopped) expect([name, await call(line)]).toEqual([name, { line, status: 0 }]);
  server = await start();
  expect((await machine.run(['parts', 'admin', 'list'], way)).out).toContain('second@parts.example');
  expect(await server.stop()).toBe(0);
  const move = rows.find(({ name }) => name === 'move-to-postgres')?.line ?? '';
  expect(await call(move)).toMatchObject({ line: move, status: process.env.TEST_DATABASE_URL ? 0 : 1 });
});
