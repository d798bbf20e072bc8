// @module-tag deep
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import { isUnavailable, troubleOf } from '../../../server/platform/database/trouble.ts';
import type { Database, DatabaseTimes, Migration } from '../../../server/platform/database/types.ts';
import { createReadiness } from '../../../server/platform/http-server/readiness.ts';
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

  test('security 45: a server that is gone without a word is found out long before an answer is late', async () => {
    const { database, proxy } = await behindProxy({ doubt: 100 });
    const slow = sql<{ slept: string }>`SELECT pg_sleep(1)::text AS slept`.execute(database.read);
    expect((await slow).rows).toHaveLength(1);
    proxy.freeze();
    for (const stuck of [all(database), database.write(add(1))])
      await expect(stuck).rejects.toThrow(/^the database server does not answer$|^timeout/);
    proxy.thaw();
    await expect.poll(() => failureOf(database.write(add(2)))).toBe(null);
    expect(await all(database)).toContain(2);
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
    await expect.poll(() => readiness.isReady()).toBe(true);
    proxy.freeze();
    expect(await readiness.isReady()).toBe(false);
    expect(await readiness.isReady()).toBe(false);
    proxy.thaw();
    await expect.poll(() => readiness.isReady()).toBe(true);
    proxy.cut();
    await expect.poll(() => readiness.isReady()).toBe(true);
  });

  test('security 55: a statement, a wait for a lock and a pause within a change have their time', async () => {
    const hurried = (await behindProxy({ statement: 400 })).database;
    const slow = await failureOf(sql`SELECT pg_sleep(20)`.execute(hurried.read));
    expect([(slow as { code?: string }).code, troubleOf(slow)]).toEqual(['57014', 'busy']);
    const raise = (target: Kysely<Schema>) =>
      target
        .updateTable('numbers')
        .set(({ eb }) => ({ n: eb('n', '+', 10) }))
        .execute();
    const impatient = (await behindProxy({ lock: 100 })).database;
    await impatient.write(add(1));
    const waiting = await impatient.write(async (transaction) => {
      await raise(transaction);
      return failureOf(impatient.write(raise));
    });
    expect([(waiting as { code?: string }).code, troubleOf(waiting)]).toEqual(['55P03', 'busy']);
    expect(await all(impatient)).toEqual([11]);
    const restless = (await behindProxy({ idle: 300 })).database;
    const asleep = await failureOf(
      restless.write(async (transaction) => {
        await add(1)(transaction);
        await pause(1_500);
        await raise(transaction);
      }),
    );
    expect(isUnavailable(asleep)).toBe(true);
    expect(await all(restless)).toEqual([]);
  });

  test('security 55: jobs and migrations have longer times than requests', async () => {
    const { database } = await behindProxy({ statement: 50 });
    const job = new URL('../../support/sleeping-job.ts', import.meta.url);
    expect(await database.runJob<number, string>(job, 0.3)).toBe('10min');
    expect(await database.readJob<number, string>(job, 0.3)).toBe('10min');
  });
});
