import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { prepareQuery, type StandIns } from '../../../server/platform/database/prepared-query.ts';
import { DatabaseBusy, SchemaTooNew } from '../../../server/platform/database/trouble.ts';
import { Turns } from '../../../server/platform/database/turns.ts';
import type { Migration } from '../../../server/platform/database/types.ts';
import { eachDialect } from '../../support/databases.ts';

const table = 'CREATE TABLE numbers (n INTEGER PRIMARY KEY)';
const first: Migration = { version: 1, name: 'numbers', sqlite: [table], postgres: [table] };
const column = 'ALTER TABLE numbers ADD COLUMN label TEXT';
const second: Migration = { version: 2, name: 'labels', sqlite: [column], postgres: [column] };
const counting = new URL('../../support/counting-job.ts', import.meta.url);
const hoarding = new URL('../../support/hoarding-job.ts', import.meta.url);

interface Schema {
  numbers: { n: number };
}

eachDialect('a database', (open, dialect) => {
  const numbers = async (database: Awaited<ReturnType<typeof open<Schema>>>) =>
    (await database.read.selectFrom('numbers').select('n').orderBy('n').execute()).map((row) => row.n);

  test('shows what a write committed and nothing of one that threw', async () => {
    const database = await open<Schema>([first]);
    await database.write((transaction) => transaction.insertInto('numbers').values({ n: 1 }).execute());
    const failing = database.write(async (transaction) => {
      await transaction.insertInto('numbers').values({ n: 2 }).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await numbers(database)).toEqual([1]);
  });

  test('runs writes in turn, so that none is lost', async () => {
    const database = await open<Schema>([first]);
    const add = (n: number) =>
      database.write((transaction) => transaction.insertInto('numbers').values({ n }).execute());
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)));
    expect(await numbers(database)).toHaveLength(20);
  });

  test('prepared changes happen together, if the first of them changes a row', async () => {
    const database = await open<Schema>([first]);
    const add = (n: number) => database.read.insertInto('numbers').values({ n }).compile();
    const drop = (n: number) => database.read.deleteFrom('numbers').where('n', '=', n).compile();
    expect(await database.writeIf(add(1), add(2))).toBe(true);
    expect(await database.writeIf(drop(7), add(3))).toBe(false);
    expect(await numbers(database)).toEqual([1, 2]);
    await expect(database.writeIf(drop(1), add(2))).rejects.toThrow();
    expect(await numbers(database)).toEqual([1, 2]);
    expect(await database.writeIf(drop(1), add(4))).toBe(true);
    expect(await numbers(database)).toEqual([2, 4]);
  });

  test('of prepared changes with one condition, at once, one happens', async () => {
    const database = await open<Schema>([first]);
    await database.writeIf(database.read.insertInto('numbers').values({ n: 0 }).compile());
    const take = (n: number) =>
      database.writeIf(
        database.read.deleteFrom('numbers').where('n', '=', 0).compile(),
        database.read.insertInto('numbers').values({ n }).compile(),
      );
    const done = await Promise.all([1, 2, 3, 4].map(take));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await numbers(database)).toEqual([done.indexOf(true) + 1]);
  });

  test('prepared changes side by side: one that fails takes none of the others with it', async () => {
    const database = await open<Schema>([first]);
    const insert = (n: number) => database.read.insertInto('numbers').values({ n }).compile();
    const outcomes = await Promise.allSettled([
      database.writeIf(insert(1), insert(2)),
      database.writeIf(insert(3), insert(4)),
      database.writeIf(insert(5), insert(1)),
      database.writeIf(database.read.deleteFrom('numbers').where('n', '=', 99).compile(), insert(6)),
      database.write((transaction) => transaction.insertInto('numbers').values({ n: 7 }).execute()),
      database.writeIf(insert(8), insert(9)),
    ]);
    // On a server they have connections of their own: of two that want the same row either may be the first.
    const isOther = dialect === 'PostgreSQL' && outcomes[0]?.status === 'rejected';
    expect(outcomes.map(({ status }) => status)).toEqual([
      isOther ? 'rejected' : 'fulfilled',
      'fulfilled',
      isOther ? 'fulfilled' : 'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(outcomes[3]).toMatchObject({ value: false });
    expect(await numbers(database)).toEqual(isOther ? [1, 3, 4, 5, 7, 8, 9] : [1, 2, 3, 4, 7, 8, 9]);
  });

  test('a prepared query takes the values of each run', async () => {
    const database = await open<Schema>([first]);
    let built = 0;
    const add = prepareQuery((source: Kysely<Schema>, { n }: StandIns<{ n: number }>) => {
      built += 1;
      return source.insertInto('numbers').values({ n });
    });
    const above = prepareQuery((source: Kysely<Schema>, { least }: StandIns<{ least: number }>) =>
      source.selectFrom('numbers').select('n').where('n', '>=', least).where('n', '<', 9).orderBy('n'),
    );
    for (const n of [1, 2, 3, 9]) expect(await database.writeIf(add(database.read, { n }))).toBe(true);
    expect(built).toBe(1);
    const numbersFrom = async (least: number) =>
      (await database.read.executeQuery(above(database.read, { least }))).rows.map(({ n }) => n);
    expect(await numbersFrom(2)).toEqual([2, 3]);
    expect(await numbersFrom(3)).toEqual([3]);
  });

  test('a job commits as a whole, reports on the way and returns its result', async () => {
    const database = await open<Schema>([first]);
    const seen: number[] = [];
    const onMessage = (n: number) => seen.push(n);
    const result = await database.runJob(counting, { from: 1, to: 3 }, { onMessage });
    expect(result).toBe(3);
    expect(seen).toEqual([1, 2, 3]);
    expect(await numbers(database)).toEqual([1, 2, 3]);
  });

  test('a job that throws leaves nothing, and its code and facts arrive', async () => {
    const database = await open<Schema>([first]);
    const failing = database.runJob(counting, { from: 1, to: 5, failAt: 4 });
    await expect(failing).rejects.toMatchObject({ code: 'TOLD', facts: { at: 4 } });
    expect(await numbers(database)).toEqual([]);
    await database.write((transaction) => transaction.insertInto('numbers').values({ n: 9 }).execute());
    expect(await numbers(database)).toEqual([9]);
  });

  test('a cancelled job leaves nothing', async () => {
    const database = await open<Schema>([first]);
    const abort = new AbortController();
    const onMessage = (n: number) => {
      if (n === 3) abort.abort();
    };
    await expect(
      database.runJob(counting, { from: 1, to: 100_000 }, { onMessage, signal: abort.signal }),
    ).rejects.toThrow();
    expect(await numbers(database)).toEqual([]);
  });
});

describe('the embedded database', () => {
  const inFolder = async (work: (file: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'parts-db-'));
    try {
      await work(join(folder, 'test.db'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  test('security 47: of two servers that start together one migrates, the other waits', () =>
    inFolder(async (file) => {
      const location = { dialect: 'sqlite', file } as const;
      const both = await Promise.all([
        openDatabase<Schema>(location, [first, second]),
        openDatabase<Schema>(location, [first, second]),
      ]);
      for (const database of both) await database.close();
    }));

  test('security 47: an unknown newer schema refuses to start with an explanation', () =>
    inFolder(async (file) => {
      const location = { dialect: 'sqlite', file } as const;
      const newer = await openDatabase<Schema>(location, [first, second]);
      await newer.close();
      await expect(openDatabase<Schema>(location, [first])).rejects.toThrow(SchemaTooNew);
    }));

  test('a read job sees one snapshot while writes go on', () =>
    inFolder(async (file) => {
      const database = await openDatabase<Schema>({ dialect: 'sqlite', file }, [first]);
      const job = new URL('../../support/snapshot-job.ts', import.meta.url);
      const counts = await database.readJob<null, number[], string>(job, null, {
        onMessage: () => {
          void database.write((transaction) => transaction.insertInto('numbers').values({ n: 1 }).execute());
        },
      });
      expect(counts).toEqual([0, 0]);
      await database.close();
    }));

  test('a job that takes memory without end ends with an error and leaves nothing', { timeout: 60_000 }, () =>
    inFolder(async (file) => {
      const database = await openDatabase<Schema>({ dialect: 'sqlite', file }, [first]);
      await expect(database.runJob(hoarding, null)).rejects.toThrow('memory');
      await database.write((transaction) => transaction.insertInto('numbers').values({ n: 2 }).execute());
      expect(await database.read.selectFrom('numbers').selectAll().execute()).toEqual([{ n: 2 }]);
      await database.close();
    }),
  );
});

test('a turn that does not come in time is refused as busy', async () => {
  const turns = new Turns(5);
  let release = () => {};
  const held = turns.take(() => new Promise<void>((resolve) => (release = resolve)));
  await expect(turns.take(async () => 'never')).rejects.toThrow(DatabaseBusy);
  release();
  await held;
  expect(await turns.take(async () => 'free again')).toBe('free again');
});

describe('shared turns', () => {
  /** Work that notes its beginning and lasts until it is let go. */
  const recorder = () => {
    const begun: string[] = [];
    const held = new Map<string, () => void>();
    const work = (name: string) => () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        held.set(name, resolve);
      });
    const settled = () => new Promise(setImmediate);
    const end = async (name: string) => {
      held.get(name)?.();
      await settled();
    };
    return { begun, work, end, settled };
  };

  test('run side by side, but not beside a turn of its own nor past one that waits', async () => {
    const turns = new Turns(60_000);
    const { begun, work, end, settled } = recorder();
    const all = [
      turns.share(work('a')),
      turns.share(work('b')),
      turns.take(work('alone')),
      turns.share(work('c')),
      turns.share(work('d')),
    ];
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'alone']);
    await end('alone');
    expect(begun).toEqual(['a', 'b', 'alone', 'c', 'd']);
    await end('c');
    await end('d');
    await Promise.all(all);
  });

  test('go on when the one that waited between them was refused', async () => {
    const turns = new Turns(5);
    const { begun, work, end, settled } = recorder();
    const first = turns.share(work('a'));
    const refused = turns.take(work('alone'));
    const second = turns.share(work('b'));
    await expect(refused).rejects.toThrow(DatabaseBusy);
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    await end('b');
    await Promise.all([first, second]);
  });
});
