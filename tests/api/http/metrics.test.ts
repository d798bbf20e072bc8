import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openMeters } from '../../../server/platform/watch/meters.ts';
import { createReadings } from '../../../server/platform/watch/readings.ts';
import { startServer } from '../../support/server.ts';

const scrape = async (server: { fetch(path: string): Promise<Response> }) =>
  (await (await server.fetch('/metrics')).text()).split('\n');

const sampleOf = (lines: readonly string[], name: string): number | undefined => {
  const line = lines.find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

test('a search, a mail and a refused call are counted by what they were', async () => {
  const server = await startServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
  onTestFinished(() => server.close());
  const before = await scrape(server);
  expect((await server.fetch('/api/bridge/parts/?query=740')).status).toBe(200);
  expect((await server.fetch('/api/bridge/parts/?query=740')).status).toBe(200);
  expect((await server.fetch('/api/bridge/no/such/place')).status).toBe(404);
  const forgotten = () =>
    server.fetch('/api/mauth/forgot', {
      method: 'PATCH',
      body: new URLSearchParams({ email: 'nobody@parts.example' }),
    });
  for (let time = 0; time < 21; time++) await forgotten();
  expect((await forgotten()).status).toBe(429);

  const after = await scrape(server);
  const grown = (name: string) => (sampleOf(after, name) ?? 0) - (sampleOf(before, name) ?? 0);
  expect(grown('search_question_duration_seconds_count{question="parts"}')).toBe(2);
  expect(grown('search_stage_duration_seconds_count{question="parts",stage="article"}')).toBe(1);
  expect(grown('http_request_duration_seconds_count{method="GET",route="/api/bridge/parts/",status="2xx"}')).toBe(2);
  expect(grown('http_request_duration_seconds_count{method="any",route="unknown",status="4xx"}')).toBe(1);
  expect(grown('rate_limit_refusals_total{limit="forgotClient"}')).toBeGreaterThan(0);
  expect(grown('database_statement_duration_seconds_count{database="mauth",kind="read"}')).toBeGreaterThan(0);
  for (const name of ['mails_waiting', 'mails_failed', 'mails_oldest_age_seconds'])
    expect(sampleOf(after, `${name}{outbox="mauth"}`)).toBe(0);
  for (const database of ['mauth', 'bridge', 'informator', 'mnote'])
    expect(sampleOf(after, `database_up{database="${database}"}`)).toBe(1);
  expect(sampleOf(after, 'search_index_behind_changes')).toBe(0);
  expect(sampleOf(after, 'search_index_revision')).toBeGreaterThan(0);
  expect(sampleOf(after, 'import_runs_waiting')).toBe(0);
  expect(sampleOf(after, 'disk_free_bytes')).toBeGreaterThan(0);
  expect(sampleOf(after, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

test('what cannot be read is left out, and told apart from what is nothing', async () => {
  const away = { state: async () => Promise.reject(new Error('away')) };
  const dead = { dialect: 'sqlite', load: () => ({ active: 0, waiting: 0 }) } as const;
  const read = {
    getExecutor: () => {
      throw new Error('away');
    },
  } as never;
  const readings = createReadings({
    services: [{ name: 'bridge', database: { ...dead, read }, outbox: away, index: away }],
    dataFolder: '/no/such/folder',
    log: pino({ level: 'silent' }),
  });
  const meters = openMeters({ readings, clock: () => 0, siteAnswers: () => 0, buildSeconds: () => 0 });
  onTestFinished(() => meters.close());
  const lines = (await meters.text()).split('\n');
  expect(sampleOf(lines, 'database_up{database="bridge"}')).toBe(0);
  for (const name of ['mails_waiting{outbox="bridge"}', 'search_index_behind_changes', 'disk_free_bytes'])
    expect(sampleOf(lines, name)).toBeUndefined();
});

test.each([
  ['of which one was made', async () => ({ lastAt: 7_000, failed: false }), [7, 0]],
  ['of which none was made and one failed', async () => ({ lastAt: null, failed: true }), [undefined, 1]],
  ['of which nobody can tell', () => Promise.reject(new Error('no folder')), [undefined, undefined]],
  ['that are not scheduled', null, [undefined, undefined]],
])('backups by the clock %s have their gauges', async (_, backups, shown) => {
  const readings = createReadings({ services: [], dataFolder: '/', backups, log: pino({ level: 'silent' }) });
  const meters = openMeters({ readings, clock: () => 0, siteAnswers: () => 0, buildSeconds: () => 0 });
  onTestFinished(() => meters.close());
  const lines = (await meters.text()).split('\n');
  expect(['backup_last_timestamp_seconds', 'backup_failed'].map((name) => sampleOf(lines, name))).toEqual(shown);
});

test('readings taken within some seconds are taken once', async () => {
  let asked = 0;
  const state = async () => {
    asked += 1;
    return { revision: 1, behind: 0, asOf: null, bytes: 1 };
  };
  const database = { dialect: 'sqlite', load: () => ({ active: 0, waiting: 0 }), read: {} as never } as const;
  const readings = createReadings({
    services: [{ name: 'bridge', database, index: { state } }],
    dataFolder: '/',
    log: pino({ level: 'silent' }),
  });
  await Promise.all([readings(), readings()]);
  await readings();
  expect(asked).toBe(1);
});
