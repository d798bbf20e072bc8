import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { troubleOf } from '../../../server/platform/database/trouble.ts';
import type { Database, Migration } from '../../../server/platform/database/types.ts';
import { eachDialect } from '../../support/databases.ts';
import { openSmallDisk } from '../../support/small-disk.ts';

interface Schema {
  texts: { text: string };
}
const table = 'CREATE TABLE texts (text TEXT PRIMARY KEY)';
const texts: Migration = { version: 1, name: 'texts', sqlite: [table], postgres: [table] };
const long = (n: number) => `${n} ${'x'.repeat(20_000)}`;

const add = (database: Database<Schema>, text: string) =>
  database.write((transaction) => transaction.insertInto('texts').values({ text }).execute());
const addIf = (database: Database<Schema>, text: string) =>
  database.writeIf(database.read.insertInto('texts').values({ text }).compile());
const count = async ({ read }: Database<Schema>) => (await read.selectFrom('texts').select('text').execute()).length;
const troubleIn = async (work: Promise<unknown>) =>
  troubleOf(await work.then(() => null).catch((error: unknown) => error));

eachDialect('a database that takes no changes', (open, dialect) => {
  /** Says so for the connection that writes. */
  const setReadOnly = async (database: Database<Schema>) => {
    const say = sql.raw(dialect === 'SQLite' ? 'PRAGMA query_only = 1' : 'SET default_transaction_read_only = on');
    if (dialect === 'SQLite') await database.write((transaction) => say.execute(transaction));
    else await say.execute(database.read);
  };
  const expected = dialect === 'SQLite' ? 'read-only' : 'away';

  test('security 55, 56: tells so for each kind of change, is not ready, and works again afterwards', async () => {
    const database = await open<Schema>([texts]);
    await database.probe();
    if (dialect === 'SQLite') await setReadOnly(database);
    const changes = [() => database.probe(), () => add(database, 'a'), () => addIf(database, 'b')];
    for (const change of changes) {
      // A connection to a server that took nothing is thrown away: the next one may lead to another server.
      if (dialect !== 'SQLite') await setReadOnly(database);
      expect(await troubleIn(change())).toBe(expected);
    }
    expect(await count(database)).toBe(0);
    // Such a connection of SQLite begins no change, not even one that would open it again.
    if (dialect === 'SQLite') return;
    await database.probe();
    await add(database, 'c');
    expect(await addIf(database, 'd')).toBe(true);
    expect(await count(database)).toBe(2);
  });

  test('security 55, 56: a trial leaves nothing behind', async () => {
    const database = await open<Schema>([texts]);
    for (let n = 0; n < 3; n++) await database.probe();
    const rows = await sql<{ version: number }>`SELECT version FROM schema_migrations`.execute(database.read);
    expect(rows.rows.map(({ version }) => version)).toEqual([1]);
  });
});

const job = new URL('../../support/long-texts-job.ts', import.meta.url);

describe('a full disk below the embedded database', () => {
  eachDialect('', (open, dialect) => {
    test.skipIf(dialect !== 'SQLite')(
      'security 56: ends a change, a prepared one and a job alike, and is told by its own code',
      async () => {
        const database = await open<Schema>([texts]);
        await add(database, 'before');
        const limit = (pages: number) =>
          database.write((transaction) => sql.raw(`PRAGMA max_page_count = ${pages}`).execute(transaction));
        await limit(12);
        expect(await troubleIn(add(database, long(1).repeat(3)))).toBe('full');
        expect(await troubleIn(addIf(database, long(2).repeat(3)))).toBe('full');
        expect(await troubleIn(database.runJob(job, { count: 10 }))).toBe('full');
        expect(await troubleIn(database.probe())).toBe('full');
        const beside = await Promise.allSettled([
          addIf(database, 'small'),
          addIf(database, long(3).repeat(3)),
          addIf(database, 'another'),
        ]);
        for (const outcome of beside) if (outcome.status === 'rejected') expect(troubleOf(outcome.reason)).toBe('full');
        await limit(1_000_000);
        await database.probe();
        await add(database, long(4));
        expect(await addIf(database, long(5))).toBe(true);
        await database.runJob(job, { count: 3 });
      },
    );
  });

  test('security 56: as a real one does, and room that is back is used without a restart', async ({ skip }) => {
    const disk = openSmallDisk(4);
    if (!disk) return skip('this machine lets the test mount no disk of its own');
    const database = await openDatabase<Schema>({ dialect: 'sqlite', file: `${disk.folder}/a.db` }, [texts]);
    try {
      await add(database, 'before');
      disk.fill();
      for (const change of [add(database, long(1)), addIf(database, long(2))])
        expect(await troubleIn(change)).toBe('full');
      expect(await troubleIn(database.runJob(job, { count: 300 }))).toBe('full');
      expect(await count(database)).toBe(1);
      disk.free();
      await add(database, long(4));
      await database.runJob(job, { count: 3 });
      expect(await count(database)).toBe(5);
    } finally {
      await database.close();
      disk.remove();
    }
  });

  test('security 56: a read-only one is told at the start', async ({ skip }) => {
    const disk = openSmallDisk(4);
    if (!disk) return skip('this machine lets the test mount no disk of its own');
    const location = { dialect: 'sqlite', file: `${disk.folder}/a.db` } as const;
    try {
      await (await openDatabase<Schema>(location, [texts])).close();
      disk.makeReadOnly(true);
      // SQLite cannot open the log that it would write to.
      expect(await troubleIn(openDatabase<Schema>(location, [texts]))).toBe('broken');
      disk.makeReadOnly(false);
      await (await openDatabase<Schema>(location, [texts])).close();
    } finally {
      disk.remove();
    }
  });
});

describe('a trial while the writer of the embedded database is at work', () => {
  eachDialect('', (open, dialect) => {
    test.skipIf(dialect !== 'SQLite')(
      'security 55: does not wait for a job, running or before it in the queue, nor hold it up',
      async () => {
        const database = await open<Schema>([texts]);
        let report = () => {};
        const began = new Promise<void>((resolve) => (report = resolve));
        const abort = new AbortController();
        const endless = { count: 1_000_000_000 };
        const running = database.runJob(job, endless, { onMessage: () => report(), signal: abort.signal });
        await began;
        await database.probe();
        abort.abort();
        await expect(running).rejects.toThrow();
        // A change that lasts stands before a job, the trial behind both.
        const next = new AbortController();
        let release = () => {};
        let change: Promise<void> = Promise.resolve();
        await new Promise<void>((begun) => {
          change = database.write(
            () =>
              new Promise<void>((resolve) => {
                release = resolve;
                begun();
              }),
          );
        });
        const waiting = database.runJob(job, endless, { signal: next.signal });
        const trial = database.probe();
        release();
        await change;
        await trial;
        next.abort();
        await expect(waiting).rejects.toThrow();
      },
    );

    test.skipIf(dialect !== 'SQLite')('security 55: does not wait for another process', async () => {
      const database = await open<Schema>([texts]);
      const { location } = database;
      if (location.dialect !== 'sqlite') throw new Error('opened another database');
      const other = await openDatabase<Schema>(location, [texts]);
      await other.write(async () => database.probe());
      await other.close();
    });
  });
});
