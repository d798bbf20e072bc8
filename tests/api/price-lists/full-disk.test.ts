// @module-tag deep
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RunPage } from '../../../contract/catalogue/runs.ts';
import { openShopService } from '../../../server/operations/services/databases.ts';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { testIdentity } from '../../support/http-server.ts';
import { EVENING } from '../../support/moment.ts';
import { type Call, type Method, requestTo } from '../../support/request.ts';
import { addOwners } from '../../support/shop-process.ts';
import { openSmallDisk } from '../../support/small-disk.ts';

/** Room for the reserve that an import asks for, and for little more. */
const MEGABYTES = 330;
const ROWS = 30_000;

const listOf = (rows: number, price: number): FormData => {
  const lines = Array.from({ length: rows }, (_, at) => `A-${at};Фильтр масляный ${at};${price}`);
  const form = new FormData();
  for (const [name, value] of Object.entries({ brandId: '1', providerId: '1', addNewPositionMode: 'on' }))
    form.append(name, value);
  form.append('file', new Blob([lines.join('\n')]), 'price.csv');
  return form;
};

test('security 56: a disk that fills up in the middle of an import costs the run, which says so, and nothing else', {
  timeout: 180_000,
}, async ({ skip }) => {
  const disk = openSmallDisk(MEGABYTES) ?? skip('this machine lets the test mount no disk of its own');
  onTestFinished(() => disk.remove());
  const bridge = await openShopService({
    location: { dialect: 'sqlite', file: join(disk.folder, 'bridge.db') },
    filesFolder: join(disk.folder, 'files'),
    timeZone: 'UTC',
    priceTtlDays: 0,
    clock: () => EVENING,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(() => bridge.close());
  await addOwners(bridge.database);
  const app = await buildServer({
    services: [{ name: 'bridge', prefix: '/api/bridge', routes: bridge.routes }],
    identity: testIdentity,
  });
  onTestFinished(() => app.close());
  const call = async (method: Method, path: string, options?: Call) =>
    app.inject(await requestTo(`/api/bridge${path}`, method, options));
  const runs = async () => (await call('GET', '/import/runs')).json<RunPage>().runs;
  const counts = async () =>
    bridge.database.read
      .selectFrom('positions')
      .select(['price', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('price')
      .execute();

  expect((await call('POST', '/file/upload', { form: listOf(100, 5) })).statusCode).toBe(200);
  const uploading = call('POST', '/file/upload', { form: listOf(ROWS, 7) });
  await vi.waitFor(async () => expect((await runs())[0]?.progress?.rows).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 5,
  });
  disk.fill();
  const answer = await uploading;
  expect([answer.statusCode, answer.json()]).toEqual([507, { error: 'на сервере закончилось место' }]);
  expect(await counts()).toEqual([{ price: 500, count: 100 }]);
  // Nothing can be received now, and that is said in the same words.
  for (const path of ['/file/guess', '/file/upload']) {
    const refused = await call('POST', path, { form: listOf(1_000, 8) });
    expect([path, refused.statusCode, refused.json().error]).toEqual([path, 507, 'на сервере закончилось место']);
  }
  expect(await readdir(join(disk.folder, 'files', 'incoming'))).toEqual([]);

  disk.free();
  expect((await call('POST', '/file/upload', { form: listOf(200, 9) })).statusCode).toBe(200);
  expect(await counts()).toEqual([{ price: 900, count: 200 }]);
  expect((await runs()).map(({ outcome, error }) => [outcome, error])).toEqual([
    ['done', null],
    ['failed', 'на сервере закончилось место'],
    ['done', null],
  ]);
});
