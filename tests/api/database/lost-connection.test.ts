// @module-tag deep
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isUnavailable } from '../../../server/platform/database/trouble.ts';
import type { Database, Migration } from '../../../server/platform/database/types.ts';
import { eachDialect } from '../../support/databases.ts';

interface Schema {
  numbers: { n: number };
}
const table = 'CREATE TABLE numbers (n INTEGER PRIMARY KEY)';
const numbers: Migration = { version: 1, name: 'numbers', sqlite: [table], postgres: [table] };

eachDialect('a connection that is lost', (open, dialect) => {
  test.skipIf(dialect !== 'PostgreSQL')(
    'security 45: in the middle of a change it takes that change along, and nothing else',
    async () => {
      const database: Database<Schema> = await open<Schema>([numbers]);
      const add = (n: number) =>
        database.write((transaction) => transaction.insertInto('numbers').values({ n }).execute());
      const cut = database.write(async (transaction) => {
        await transaction.insertInto('numbers').values({ n: 1 }).execute();
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
        await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database.read);
        // Long enough for the end to be noticed while nothing is asked.
        await setTimeout(100);
        await transaction.insertInto('numbers').values({ n: 2 }).execute();
      });
      expect(isUnavailable(await cut.catch((error: unknown) => error))).toBe(true);
      await add(3);
      expect(await database.read.selectFrom('numbers').selectAll().execute()).toEqual([{ n: 3 }]);
    },
  );
});
