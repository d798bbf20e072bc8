// @module-tag deep
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fillInProcess } from '../../../server/operations/demo/fill-process.ts';

const PROGRAM = join(import.meta.dirname, '../../support/demo-server.ts');
const TELL = pathToFileURL(join(import.meta.dirname, '../../support/tell-loads.mjs')).href;
/** What draws the pictures of the demonstration, and what writes its rows. */
const FILLING = /\/demo\/(?:parts|pictures|fill-job|positions)\.ts$/;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-apart-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('security 68: the first start fills in a process that has ended when the server listens, and the server never loads what fills', {
  timeout: 240_000,
}, async () => {
  const folder = await newFolder();
  const loads = join(await newFolder(), 'loads');
  const server = spawn(process.execPath, ['--import', TELL, PROGRAM, folder], {
    env: { ...process.env, NODE_OPTIONS: `--import ${TELL}`, LOADS_FILE: loads },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    if (line.startsWith('Open ')) break;
  }
  expect(said).toContain('The catalogue was empty: filled with demonstration data.');
  expect(said).toContain('There were no slides: made with demonstration offers.');
  const loaded = (await readFile(loads, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const filling = new Set(loaded.filter(([, url = '']) => FILLING.test(url)).map(([pid]) => Number(pid)));
  expect(loaded.some(([pid]) => Number(pid) === server.pid)).toBe(true);
  expect(filling.size).toBe(1);
  const [pid = 0] = filling;
  expect(pid).not.toBe(server.pid);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('security 68: a process that cannot fill tells why, and the code of the failure with it', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'files'), 'in the way');
  const file = join(folder, 'bridge.db');
  const filesFolder = join(folder, 'files');
  const request = {
    bridge: { location: { dialect: 'sqlite', file }, filesFolder, files: { kind: 'folder', folder: filesFolder } },
    mnote: null,
    timeZone: 'UTC',
    moment: 0,
  } as const;
  await expect(fillInProcess(request)).rejects.toMatchObject({ code: 'ENOTDIR', path: join(folder, 'files/photos') });
});
