import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import { createLimits, type LimitStore } from '../../../server/platform/http/limits.ts';
import { embeddedStore, postgresStore } from '../../../server/platform/http/shared-limits.ts';
import { freePort } from '../../support/free-port.ts';
import { EVENING } from '../../support/moment.ts';

let now = EVENING;
const clock = () => now;
const log = pino({ level: 'silent' });
const times = 5;
const { TEST_DATABASE_URL = '' } = process.env;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parts-limits-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Limits over a store as a process has them. */
function limitsOver(store: LimitStore) {
  onTestFinished(() => store.close());
  return createLimits(1, store);
}

const STORES: readonly [string, () => Promise<() => LimitStore>][] = [
  [
    'SQLite',
    async () => {
      const file = join(await folder(), 'limits.db');
      return () => embeddedStore(file, clock, log);
    },
  ],
  ...(TEST_DATABASE_URL
    ? ([['PostgreSQL', async () => () => postgresStore(TEST_DATABASE_URL, log)]] as [
        string,
        () => Promise<() => LimitStore>,
      ][])
    : []),
];

test.each(STORES)('two processes on %s count together, and what is given back counts at both', async (_, open) => {
  const store = await open();
  const [one, other] = [limitsOver(store()), limitsOver(store())];
  const key = `10.0.0.1 ${crypto.randomUUID()}`;
  for (let use = 0; use < times; use += 1) await (use % 2 ? one : other).take('signinFailures', key);
  await expect(one.take('signinFailures', key)).rejects.toMatchObject({ status: 429 });
  await expect(other.take('signinFailures', key)).rejects.toMatchObject({ status: 429 });
  // The two that were refused count as well.
  for (let use = 0; use < 3; use += 1) await one.giveBack('signinFailures', key);
  await other.take('signinFailures', key);
  await expect(one.take('signinFailures', key)).rejects.toMatchObject({ status: 429 });
  await one.take('signinFailures', `${key} of somebody else`);
});

const HOUR = 3_600_000;

/** The clock that a store goes by is set: ours, or, as its rows show it, that of PostgreSQL. */
async function setClock(store: string, by: number): Promise<void> {
  if (store === 'SQLite') {
    now += by;
    return;
  }
  const client = await connect(TEST_DATABASE_URL, 'limits');
  await client.query('UPDATE counters SET expire = expire - $1', [by]).finally(() => client.end());
}

test.each(STORES)(
  'security 43: a clock of %s that is set by a day locks nobody out, and gives nobody more than the uses of one window',
  async (name, open) => {
    const limits = limitsOver((await open())());
    const key = `10.0.0.2 ${crypto.randomUUID()}`;
    const exhaust = async () => {
      for (let use = 0; use < times; use += 1) await limits.take('signinFailures', key);
      await expect(limits.take('signinFailures', key)).rejects.toMatchObject({ status: 429 });
    };
    await exhaust();
    for (const by of [24 * HOUR, -24 * HOUR, -24 * HOUR, 24 * HOUR]) {
      await setClock(name, by);
      await exhaust();
      await expect(limits.take('signinFailures', key)).rejects.toMatchObject({
        headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
      });
    }
    // Some seconds are what clocks of several machines differ by: they begin no new window.
    await setClock(name, -5_000);
    await expect(limits.take('signinFailures', key)).rejects.toMatchObject({ status: 429 });
  },
);

test('where the common store does not answer each process counts by itself, without a wait for each call', async () => {
  const port = await freePort();
  const stores = [
    embeddedStore(await folder(), clock, log),
    postgresStore(`postgres://shop@127.0.0.1:${port}/shop`, log),
  ];
  for (const store of stores) {
    const limits = limitsOver(store);
    const began = performance.now();
    for (let use = 0; use < times; use += 1) await limits.take('signinFailures', 'a guesser');
    await expect(limits.take('signinFailures', 'a guesser')).rejects.toMatchObject({ status: 429 });
    expect(performance.now() - began).toBeLessThan(4_000);
  }
});
