import { expect, test } from 'vitest';
import type { Database, Migration } from '../../../server/platform/database/types.ts';
import { eachPostgres } from '../../support/databases.ts';

interface Schema {
  numbers: { id: number; n: number };
}
const table = 'CREATE TABLE numbers (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)';
const numbers: Migration = { version: 1, name: 'numbers', sqlite: [table], postgres: [table] };

eachPostgres('changes that stand in the way of each other', (open, dialect) => {
  test.skipIf(dialect === 'PGlite')(
    'security 45: in a deadlock the one that is taken back is made anew, and both stand',
    async () => {
      const database: Database<Schema> = await open<Schema>([numbers]);
      await database.write((transaction) =>
        transaction
          .insertInto('numbers')
          .values([
            { id: 1, n: 0 },
            { id: 2, n: 0 },
          ])
          .execute(),
      );
      const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
      let runs = 0;
      const raiseBoth = (order: readonly [number, number]) =>
        database.write(async (transaction) => {
          runs += 1;
          const raise = (id: number) =>
            transaction
              .updateTable('numbers')
              .set(({ eb }) => ({ n: eb('n', '+', 1) }))
              .where('id', '=', id)
              .execute();
          await raise(order[0]);
          held[order[0] === 1 ? 0 : 1].resolve();
          await Promise.all(held.map(({ promise }) => promise));
          await raise(order[1]);
        });
      await Promise.all([raiseBoth([1, 2]), raiseBoth([2, 1])]);
      expect(runs).toBe(3);
      expect(await database.read.selectFrom('numbers').select('n').execute()).toEqual([{ n: 2 }, { n: 2 }]);
    },
  );
});
