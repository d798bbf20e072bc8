import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import type { Database, Migration } from '../../../server/platform/database/types.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';

interface Schema {
  numbers: { n: number };
}
const table = 'CREATE TABLE numbers (n INTEGER PRIMARY KEY)';
const numbers: Migration = { version: 1, name: 'numbers', sqlite: [table], postgres: [table] };
const { TEST_DATABASE_URL: url = '', TEST_DATABASE_READ_URL: readUrl = '' } = process.env;

/** Two processes' databases over a primary and its replica, the latter behind a line that can break. */
async function overReplica() {
  const replica = new URL(readUrl);
  const proxy = await openTcpProxy(replica.hostname, Number(replica.port || 5432));
  replica.host = `127.0.0.1:${proxy.port}`;
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const location = { dialect: 'postgres', url, readUrl: replica.href, schema } as const;
  const [one, other] = [
    await openDatabase<Schema>(location, [numbers]),
    await openDatabase<Schema>(location, [numbers]),
  ];
  const direct = await connect(readUrl, schema);
  onTestFinished(async () => {
    proxy.thaw();
    await direct.query('SELECT pg_wal_replay_resume()');
    await direct.end();
    for (const database of [one, other]) await database.close();
    const client = await connect(url, schema);
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  });
  return { one, other, proxy, direct };
}

const add = ({ write }: Database<Schema>, n: number) =>
  write((transaction) => transaction.insertInto('numbers').values({ n }).execute());

/** What a list shows, and whether the replica was asked. */
const list = ({ fromReplica }: Database<Schema>) =>
  fromReplica(async (source) => {
    const { rows } = await sql<{ far: boolean }>`SELECT pg_is_in_recovery() AS far`.execute(source);
    const all = await source.selectFrom('numbers').select('n').orderBy('n').execute();
    return { far: rows[0]?.far, numbers: all.map(({ n }) => n) };
  });

/** Waits for a list that comes from where it should. */
const listFrom = (database: Database<Schema>, far: boolean) =>
  expect.poll(async () => (await list(database)).far).toBe(far);

describe.skipIf(!url || !readUrl)('reads on a replica', () => {
  test('show what any process has saved before, and go to the replica', async () => {
    const { one, other } = await overReplica();
    for (let n = 0; n < 20; n += 1) {
      await add(n % 2 ? one : other, n);
      expect((await list(one)).numbers).toHaveLength(n + 1);
    }
    await listFrom(one, true);
  });

  test('go to the primary while the replica is behind, and back when it has caught up', async () => {
    const { one, other, direct } = await overReplica();
    await listFrom(one, true);
    await direct.query('SELECT pg_wal_replay_pause()');
    await add(other, 1);
    expect(await list(one)).toEqual({ far: false, numbers: [1] });
    await add(one, 2);
    expect(await list(one)).toEqual({ far: false, numbers: [1, 2] });
    await direct.query('SELECT pg_wal_replay_resume()');
    await listFrom(one, true);
  });

  test('go to the primary while the replica is gone, also in the middle of one', async () => {
    const { one, proxy } = await overReplica();
    await add(one, 1);
    await listFrom(one, true);
    const sources: unknown[] = [];
    const cut = await one.fromReplica(async (source) => {
      sources.push(source);
      if (source !== one.read) {
        await source.transaction().execute(async (transaction) => {
          await transaction.selectFrom('numbers').selectAll().execute();
          proxy.cut();
          await transaction.selectFrom('numbers').selectAll().execute();
        });
      }
      return source.selectFrom('numbers').selectAll().execute();
    });
    expect(cut).toEqual([{ n: 1 }]);
    expect(sources.at(-1)).toBe(one.read);
    proxy.freeze();
    expect((await list(one)).numbers).toEqual([1]);
    proxy.thaw();
    proxy.cut();
    await listFrom(one, true);
  });

  test('jobs that may go there do, and no others', async () => {
    const { one } = await overReplica();
    const job = new URL('../../../server/platform/database/query-job.ts', import.meta.url);
    const query = { sql: 'SELECT pg_is_in_recovery() AS far', parameters: [] };
    const where = async (mayBeReplica: boolean) =>
      (await one.readJob<typeof query, { far: boolean }[]>(job, query, { mayBeReplica }))[0]?.far;
    await expect.poll(() => where(true)).toBe(true);
    expect(await where(false)).toBe(false);
  });
});
