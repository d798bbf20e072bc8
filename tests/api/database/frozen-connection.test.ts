import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { connect } from '../../../server/database/postgres/client.ts';
import type { DatabaseTimes } from '../../../server/database/postgres/times.ts';
import { isUnavailable, troubleOf } from '../../../server/database/trouble.ts';
import type { Database, Migration } from '../../../server/database/types.ts';
import { createReadiness } from '../../../server/http/readiness.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';

interface Schema {
  numbers: { n: number };
}
const table = 'CREATE TABLE numbers (n INTEGER PRIMARY KEY)';
const numbers: Migration = { version: 1, name: 'numbers', sqlite: [table], postgres: [table] };
const serverUrl = process.env.TEST_DATABASE_URL;

/** A database behind a line that can stand still, with short times. */
async function behindProxy(times: Partial<DatabaseTimes>) {
  const url = new URL(serverUrl ?? '');
  const proxy = await openTcpProxy(url.hostname, Number(url.port || 5432));
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const direct = url.href;
  url.host = `127.0.0.1:${proxy.port}`;
  const location = { dialect: 'postgres', url: url.href, schema } as const;
  const database: Database<Schema> = await openDatabase<Schema>(location, [numbers], { times });
  onTestFinished(async () => {
    proxy.thaw();
    await database.close();
    const client = await connect(direct, schema);
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  });
  return { database, proxy };
}

const add = (n: number) => (target: Kysely<Schema>) => target.insertInto('numbers').values({ n }).execute();
const all = async ({ read }: Database<Schema>) =>
  (await read.selectFrom('numbers').select('n').orderBy('n').execute()).map(({ n }) => n);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe.skipIf(!serverUrl)('a PostgreSQL server that does not answer', () => {
  test('security 55: a connection that stands still ends its query and leaves the pool', async () => {
    const { database, proxy } = await behindProxy({ answer: 200 });
    await database.write(add(1));
    proxy.freeze();
    const stuck = await Promise.all([
      failureOf(all(database)),
      failureOf(database.write(add(2))),
      failureOf(database.writeIf(database.read.insertInto('numbers').values({ n: 3 }).compile())),
    ]);
    for (const error of stuck) expect(isUnavailable(error)).toBe(true);
    proxy.thaw();
    await database.write(add(4));
    expect(await all(database)).toEqual(expect.arrayContaining([1, 4]));
  });

  test('security 55: one that stands still within a change, too, and the reason is told, not the roll-back', async () => {
    const { database, proxy } = await behindProxy({ answer: 200 });
    const change = database.write(async (transaction) => {
      await add(1)(transaction);
      proxy.freeze();
      await add(2)(transaction);
    });
    await expect(change).rejects.toThrow('the database did not answer in time');
    proxy.thaw();
    const refused = database.write(async (transaction) => {
      await add(3)(transaction);
      proxy.cut();
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    expect(await all(database)).toEqual([]);
  });

  test('security 55: readiness says no in time, and yes when the line is back', async () => {
    const { database, proxy } = await behindProxy({});
    const readiness = createReadiness({ probe: () => database.probe().then(() => true), deadline: 300 });
    expect(await readiness.isReady()).toBe(true);
    proxy.freeze();
    expect(await readiness.isReady()).toBe(false);
    expect(await readiness.isReady()).toBe(false);
    proxy.thaw();
    await expect.poll(() => readiness.isReady(), { timeout: 20_000 }).toBe(true);
    proxy.cut();
    await expect.poll(() => readiness.isReady(), { timeout: 20_000 }).toBe(true);
  });

  test('security 55: a statement, a wait for a lock and a pause within a change have their time', async () => {
    const { database } = await behindProxy({ statement: 400, lock: 100, idle: 300 });
    const slow = await failureOf(sql`SELECT pg_sleep(20)`.execute(database.read));
    expect([(slow as { code?: string }).code, troubleOf(slow)]).toEqual(['57014', 'busy']);
    await database.write(add(1));
    const raise = (target: Kysely<Schema>) =>
      target
        .updateTable('numbers')
        .set(({ eb }) => ({ n: eb('n', '+', 10) }))
        .execute();
    const waiting = await database.write(async (transaction) => {
      await raise(transaction);
      return failureOf(database.write(raise));
    });
    expect([(waiting as { code?: string }).code, troubleOf(waiting)]).toEqual(['55P03', 'busy']);
    const asleep = await failureOf(
      database.write(async (transaction) => {
        await raise(transaction);
        await pause(800);
        await raise(transaction);
      }),
    );
    expect(isUnavailable(asleep)).toBe(true);
    expect(await all(database)).toEqual([11]);
  });

  test('security 55: jobs and migrations have longer times than requests', async () => {
    const { database } = await behindProxy({ statement: 50 });
    const job = new URL('../../support/sleeping-job.ts', import.meta.url);
    expect(await database.runJob<number, string>(job, 0.3)).toBe('10min');
    expect(await database.readJob<number, string>(job, 0.3)).toBe('10min');
  });
});
