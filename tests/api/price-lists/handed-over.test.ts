// @module-tag deep
import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { shopIn } from './evening-shop.ts';
import { type Fields, KillableShop, type List } from './kill-moments.ts';

vi.setConfig({ testTimeout: 180_000 });

const FIELDS: Fields = {
  brandId: '1',
  providerId: '1',
  addNewPositionMode: 'on',
  article: '1',
  title: '2',
  price: '3',
  amount: '4',
};
/** So long that it is stopped before its end on any machine. */
const LONG: List = {
  name: 'long.csv',
  content: Buffer.from(Array.from({ length: 300_000 }, (_, at) => `A-${at};Фильтр ${at};5;5`).join('\n')),
  fields: FIELDS,
};
const short = (name: string, price: number): List => ({
  name,
  content: Buffer.from(`Б-1;Вал;${price};5`),
  fields: { ...FIELDS, providerId: '2' },
});
const SOON = { timeout: 30_000 };

const statesOf = async (shop: KillableShop) =>
  (await shop.runs()).map(({ outcome, fileName }) => `${fileName} ${outcome}`).reverse();

/** What became of an upload whose server stopped: the error of its answer. */
const refusalOf = (upload: Promise<unknown>) => upload.then(String, (error: Error) => error.message);

describe('runs that wait when their process stops', () => {
  test('security 29: alone on SQLite are done once, in their order, after the next start', async () => {
    const shop = await shopIn(await workFolder(), ['Первый', 'Второй']);
    const first = await KillableShop.start(shop.location, shop.filesFolder);
    await first.begin(LONG, 'reading');
    // Their rows are noted behind the import that has the file.
    await first.begin(short('one.csv', 5), 'queued');
    await first.begin(short('two.csv', 7), 'queued');
    await first.stop();

    const { database, close } = await shop.open();
    const runs = () => database.read.selectFrom('import_runs').selectAll().orderBy('id').execute();
    await vi.waitFor(
      async () => expect((await runs()).map(({ state }) => state)).toEqual(['interrupted', 'done', 'done']),
      SOON,
    );
    const [, one, two] = await runs();
    expect([one, two]).toMatchObject([
      { file_name: 'one.csv', handed: null, applied: expect.any(Number) },
      { file_name: 'two.csv', handed: null, applied: expect.any(Number) },
    ]);
    expect(two?.applied).toBeGreaterThan(one?.applied ?? Number.POSITIVE_INFINITY);
    const positions = await database.read.selectFrom('positions').select(['article', 'price']).execute();
    expect(positions).toEqual([{ article: 'Б-1', price: 700 }]);
    await close();
  });

  const { TEST_DATABASE_URL: url = '' } = process.env;
  test.skipIf(url === '')(
    'security 29: with another process on PostgreSQL are done by that one, once, before what waits there behind them',
    async () => {
      const folder = await workFolder();
      const schema = `handed_${randomBytes(6).toString('hex')}`;
      onTestFinished(async () => {
        const client = await connect(url, 'public');
        await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
        await client.end();
      });
      const shop = await shopIn(folder, ['Первый', 'Второй'], { dialect: 'postgres', url, schema });
      const first = await KillableShop.start(shop.location, shop.filesFolder);
      const others = [1, 2].map(() => KillableShop.start(shop.location, shop.filesFolder));
      const [second, third] = await Promise.all(others);
      if (!second || !third) throw new Error('not all processes run');
      await first.begin(LONG, 'reading');
      const waiting = refusalOf(first.apply(short('one.csv', 5)));
      await expect.poll(() => statesOf(second)).toContain('one.csv queued');
      const behind = second.apply(short('two.csv', 7));
      await expect.poll(() => statesOf(second)).toContain('two.csv queued');
      await first.stop();
      expect(await waiting).toContain('run handed over');
      expect(await behind).toMatchObject({ created: 0, updated: 1 });
      expect(await statesOf(third)).toEqual(['long.csv interrupted', 'one.csv done', 'two.csv done']);
    },
  );
});
