import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBuildsFolder } from '../../../server/operations/site/builds-folder.ts';
import { EVENING } from '../../support/moment.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-builds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const MINUTE = 60_000;
/** A build, or another folder, that was touched so many minutes ago. */
async function put(name: string, minutes = 0): Promise<string> {
  const path = join(folder, name);
  const time = new Date(EVENING - minutes * MINUTE);
  await mkdir(path, { recursive: true });
  await utimes(path, time, time);
  return path;
}
const names = async () => (await readdir(folder)).sort();
const workshop = (host: string, pid: number) => `.build-${host}-${pid}-00000000-0000-4000-8000-000000000000`;

test('old builds go, never the current one, the two before it and what another server has in use', async () => {
  const current = await put('current', 600);
  await put('another-server', 1);
  await put('a', 30);
  await put('b', 40);
  await put('c', 50);
  await openBuildsFolder(folder, () => EVENING).tidy(current);
  expect(await names()).toEqual(['a', 'another-server', 'current']);
});

test('a build that is taken up again while old ones go is whole, or is not found', async () => {
  const current = await put('current');
  const builds = openBuildsFolder(folder, () => EVENING);
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 5; i++) {
      const path = await put(`build${i}`);
      for (let file = 0; file < 100; file++) await writeFile(join(path, String(file)), '');
      await put(`build${i}`, 30 + i);
    }
    const tidied = builds.tidy(current);
    await setTimeout(round / 2);
    const found = await builds.find(`build${2 + (round % 3)}`);
    await tidied;
    if (found) expect(await readdir(found)).toHaveLength(100);
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a burst of edits keeps the builds of the last minutes', async () => {
  for (let i = 0; i < 8; i++) await put(`build${i}`, i);
  await openBuildsFolder(folder, () => EVENING).tidy(join(folder, 'build0'));
  expect(await names()).toHaveLength(8);
});

test('the build used last comes first, and looking for one is using it', async () => {
  await put('old', 20);
  await put('new', 10);
  const builds = openBuildsFolder(folder, () => EVENING);
  expect((await builds.list()).map((path) => basename(path))).toEqual(['new', 'old']);
  expect(await builds.find('old')).toBe(join(folder, 'old'));
  expect((await builds.list()).map((path) => basename(path))).toEqual(['old', 'new']);
  expect(await builds.find('none')).toBeNull();
});

test('of two servers with the same build the second takes that of the first', async () => {
  const builds = openBuildsFolder(folder, () => EVENING);
  const made: string[] = [];
  for (const text of ['first', 'second']) {
    const path = join(await builds.openWorkshop(), 'site');
    await mkdir(path);
    await writeFile(join(path, 'index.html'), text);
    made.push(path);
  }
  const [first, second] = await Promise.all(made.map((path) => builds.keep(path, 'name')));
  expect([first, second]).toEqual([join(folder, 'name'), join(folder, 'name')]);
});

test('a start removes what a killed server left, not the build under way of another', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await put(workshop(hostname(), pid));
  await put(workshop(hostname(), process.pid));
  await put(workshop('long-gone', 1), 30);
  const running = [workshop(hostname(), process.ppid), workshop('another-machine', 1)];
  for (const name of running) await put(name);
  await put('build');
  const builds = openBuildsFolder(folder, () => EVENING);
  const own = await builds.openWorkshop();
  await builds.removeLeftovers();
  expect(await names()).toEqual([...running, basename(own), 'build'].sort());
  await builds.closeWorkshop(own);
  expect(await names()).toEqual([...running, 'build'].sort());
});
