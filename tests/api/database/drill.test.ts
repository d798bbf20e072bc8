// @module-tag deep
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import { isUnavailable } from '../../../server/platform/database/trouble.ts';
import type { Database, Migration } from '../../../server/platform/database/types.ts';
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts';
import { serverPrograms } from '../../support/postgres/programs.ts';

interface Schema {
  numbers: { n: number };
  counted: { total: number };
}
const tables = ['CREATE TABLE numbers (n INTEGER)', 'CREATE TABLE counted (total INTEGER)'];
const migration: Migration = { version: 1, name: 'numbers', sqlite: tables, postgres: tables };

/** Writers that each add one number after another, beside readers, until `stop`. */
function load({ read, write }: Database<Schema>) {
  const [kept, failures]: [number[], unknown[]] = [[], []];
  let last = 0;
  let isOver = false;
  const busy = (work: () => Promise<unknown>) =>
    (async () => {
      while (!isOver) {
        await work().catch((error: unknown) => failures.push(error));
        await pause(2);
      }
    })();
  const add = async () => {
    last += 1;
    const n = last;
    await write(async (transaction) => {
      await transaction.insertInto('numbers').values({ n }).execute();
      await transaction
        .updateTable('counted')
        .set(({ eb }) => ({ total: eb('total', '+', 1) }))
        .execute();
    });
    kept.push(n);
  };
  const look = () => read.selectFrom('numbers').selectAll().execute();
  const all = [add, add, add, add, look, look].map(busy);
  return {
    kept,
    failures,
    stop: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}

/** Nothing that was confirmed is lost or there twice, and no change is there in half. */
async function expectWhole({ read }: Database<Schema>, kept: readonly number[]): Promise<void> {
  const numbers = (await read.selectFrom('numbers').select('n').execute()).map(({ n }) => n);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(expect.arrayContaining([...kept]));
  expect(await read.selectFrom('counted').selectAll().execute()).toEqual([{ total: numbers.length }]);
}

describe.skipIf(!serverPrograms())('a PostgreSQL under load', () => {
  let cluster: Cluster;
  let schemas = 0;
  beforeAll(async () => {
    const started = await startCluster();
    if (!started) throw new Error('nobody here may run PostgreSQL');
    cluster = started;
  });
  afterAll(() => cluster.remove());

  async function withLoad(
    trouble: (running: ReturnType<typeof load>) => Promise<void>,
    url = cluster.primary.url,
  ): Promise<void> {
    schemas += 1;
    const location = { dialect: 'postgres', url, schema: `drill_${schemas}` } as const;
    const database = await openDatabase<Schema>(location, [migration]);
    try {
      await database.write((transaction) => transaction.insertInto('counted').values({ total: 0 }).execute());
      const running = load(database);
      try {
        await expect.poll(() => running.kept.length).toBeGreaterThan(20);
        await trouble(running);
        const before = running.kept.length;
        await expect.poll(() => running.kept.length).toBeGreaterThan(before + 20);
      } finally {
        await running.stop();
      }
      for (const failure of running.failures) expect(isUnavailable(failure)).toBe(true);
      await expectWhole(database, running.kept);
    } finally {
      await database.close();
    }
  }

  test.each(['fast', 'immediate'] as const)(
    'security 45: that is stopped (%s) and started refuses meanwhile, and loses and doubles nothing',
    (how) =>
      withLoad(async ({ failures }) => {
        await cluster.primary.stop(how);
        await expect.poll(() => failures.length).toBeGreaterThan(10);
        await cluster.primary.start();
      }),
  );

  test('security 45: whose connections are ended again and again loses and doubles nothing', () =>
    withLoad(async () => {
      const location = { dialect: 'postgres', url: cluster.primary.url, schema: 'public_drill' } as const;
      const other = await openDatabase(location, []);
      for (let round = 0; round < 10; round += 1) {
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name LIKE 'parts-shop drill%'`.execute(other.read);
        await pause(50);
      }
      await other.close();
    }));

  test('security 45: whose primary is lost goes on with the replica once that is promoted', async () => {
    const pair = await startCluster();
    if (!pair) throw new Error('nobody here may run PostgreSQL');
    const { primary, replica, remove } = pair;
    const both = primary.url.replace(/:(\d+)\//, `:$1,127.0.0.1:${replica.port}/`);
    try {
      // So that the primary confirms only what the replica has too.
      const settings = await connect(primary.url, 'public');
      await settings.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await settings.query('SELECT pg_reload_conf()');
      await settings.end();
      await withLoad(async ({ failures }) => {
        await primary.stop('immediate');
        await expect.poll(() => failures.length).toBeGreaterThan(10);
        await replica.promote();
      }, both);
    } finally {
      await remove();
    }
  });
});
