import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pino } from 'pino';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { oneFileUpTo, receiveForm } from '../../../server/platform/http/upload.ts';
import { serve } from '../../support/http-server.ts';
import { machineEnvironment } from '../../support/machine-environment.ts';
import { ADMIN, startServer } from '../../support/server.ts';
import { openSmallDisk, type SmallDisk } from '../../support/small-disk.ts';

/** A disk for this test alone; the test is passed over where the machine mounts none. */
function smallDisk(megabytes: number, skip: TestContext['skip']): SmallDisk {
  const disk = openSmallDisk(megabytes) ?? skip('this machine lets the test mount no disk of its own');
  onTestFinished(() => disk.remove());
  return disk;
}

const FULL = { error: 'на сервере закончилось место' };

test('security 56: a full disk is 507, told once and not ready while it lasts; then everything goes on', async ({
  skip,
}) => {
  const disk = smallDisk(24, skip);
  const lines: { msg: string; err?: { message: string } }[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const server = await startServer({ dataFolder: disk.folder, log: pino({ level: 'error' }, destination) });
  onTestFinished(() => server.close());
  const { access } = await server.signIn(ADMIN);
  const headers = { Authorization: `Bearer ${access}` };
  let brands = 0;
  const addBrand = () => {
    const body = new URLSearchParams({ title: `Бренд ${++brands}` });
    return server.fetch('/api/bridge/brands', { method: 'POST', headers, body });
  };
  const state = async () => (await server.fetch('/ready')).status;
  expect([(await addBrand()).status, await state()]).toEqual([201, 200]);

  disk.fill();
  expect(await state()).toBe(503);
  const answers: Response[] = [];
  // The log of the database has a little room of its own.
  for (let n = 0; n < 40; n++) answers.push(await addBrand());
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(2);
  for (const answer of refused) {
    expect([answer.status, await answer.json()]).toEqual([507, FULL]);
    expect(answer.headers.get('retry-after')).toBe('60');
  }
  expect((await server.fetch('/api/bridge/brands', { headers })).status).toBe(200);
  expect(await state()).toBe(503);
  expect((await server.fetch('/health')).status).toBe(200);
  expect(lines).toHaveLength(1);

  disk.free();
  expect([await state(), (await addBrand()).status, await state()]).toEqual([200, 201, 200]);
  disk.fill();
  expect(await state()).toBe(503);
  expect(lines).toHaveLength(2);
  disk.free();
});

const receiving = (folder: string): FastifyPluginAsyncTypebox => {
  return async (app) => {
    app.post('/file', { config: { permission: 'anyone', files: oneFileUpTo(64 * 1024 * 1024) } }, async (request) => {
      const form = await receiveForm(request, { folder });
      await form.remove();
      return { files: form.files.length };
    });
  };
};

test('security 56: a file that the disk has no room for is 507, and nothing of it stays', async ({ skip }) => {
  const disk = smallDisk(4, skip);
  const folder = join(disk.folder, 'incoming');
  const server = await serve(receiving(folder));
  const send = (bytes: number) => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), 'price.xlsx');
    return server.fetch('/api/test/file', { method: 'POST', body });
  };
  for (let n = 0; n < 2; n++) {
    const answer = await send(8 * 1024 * 1024);
    expect([answer.status, await answer.json()]).toEqual([507, FULL]);
    expect(readdirSync(folder)).toEqual([]);
  }
  const small = await send(1024);
  expect([small.status, await small.json()]).toEqual([200, { files: 1 }]);
  disk.makeReadOnly(true);
  const answer = await send(1024);
  expect([answer.status, await answer.json()]).toEqual([503, { error: 'на сервере запрещена запись на диск' }]);
});

const start = (dataFolder: string) =>
  spawnSync(process.execPath, ['server/main.ts'], {
    env: { ...machineEnvironment(), PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataFolder },
    encoding: 'utf8',
    timeout: 60_000,
  });

test('security 56: a start on a full disk ends with one line', ({ skip }) => {
  const disk = smallDisk(4, skip);
  disk.fill();
  const full = start(disk.folder);
  expect(full.status).toBe(1);
  expect(full.stderr).toMatch(/^The disk is full, free some space: ENOSPC: no space left on device[^\n]*\n$/);
  expect(readdirSync(disk.folder)).toEqual(['.filler']);
  // Room for a first file, but not for the databases.
  disk.free();
  disk.fill(96 * 1024);
  const nearly = start(disk.folder);
  expect(nearly.status).toBe(1);
  expect(nearly.stderr).toMatch(/^The disk is full, free some space: [^\n]*full[^\n]*\n$/);
});
