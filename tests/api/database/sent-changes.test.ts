import { expect, test } from 'vitest';
import type { Migration } from '../../../server/platform/database/types.ts';
import { eachPostgres } from '../../support/databases.ts';

interface Schema {
  texts: { text: string };
}
const table = 'CREATE TABLE texts (text TEXT PRIMARY KEY)';
const migration: Migration = { version: 1, name: 'texts', sqlite: [table], postgres: [table] };
const job = new URL('../../support/sending-job.ts', import.meta.url);

eachPostgres('changes that a job sends without waiting', (open) => {
  const stored = async (database: Awaited<ReturnType<typeof open<Schema>>>) =>
    (await database.read.selectFrom('texts').select('text').execute()).length;

  test('are seen by what it asks afterwards, and stand after its end', async () => {
    const database = await open<Schema>([migration]);
    expect(await database.runJob(job, { texts: ['a', 'b', 'c'], asks: true })).toBe(3);
    expect(await database.runJob(job, { texts: ['d'], asks: false })).toBeNull();
    expect(await stored(database)).toBe(4);
  });

  test.each([true, false])('fail the job with their own reason, asked afterwards or not (%s)', async (asks) => {
    const database = await open<Schema>([migration]);
    const failing = database.runJob(job, { texts: ['a', 'a', 'b'], asks });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await stored(database)).toBe(0);
    expect(await database.runJob(job, { texts: ['a'], asks: true })).toBe(1);
  });
});
