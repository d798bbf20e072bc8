import { expect, test } from 'vitest';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const DAY_TEXT = '2024-10-04';

async function partIdOf({ bridge }: TestBridge, id: number): Promise<number> {
  const { read } = bridge.context.shown;
  const row = await read.selectFrom('positions').select('part_id').where('id', '=', id).executeTakeFirstOrThrow();
  return row.part_id;
}

aboveSql('a part', (open) => {
  test('answers with every offer that visitors see: in stock first, then by price, none last', () =>
    withBridge(open, async (shop) => {
      const { bridge, call, add } = shop;
      await bridge.database.write(async (transaction) => {
        const row = { title: 'Другой', created_at: 0, updated_at: 0 };
        await transaction.insertInto('providers').values([row, row, row, row]).execute();
      });
      const ids = await add(
        { article: '238-1601130', title: 'Диск', price: 900, amount: 0 },
        { article: '238 1601130', title: 'Диск сцепления', manufacturer: 'ЯМЗ', price: 1200, amount: 2, providerId: 2 },
        { article: '238.1601130', title: 'Диск', manufacturer: 'ямз', price: 1100, amount: 3, providerId: 3 },
        { article: '2381601130', manufacturer: 'ЯМЗ', price: 0, amount: 1, providerId: 4 },
        { article: '2381601130', manufacturer: 'ЯМЗ', price: 500, amount: 1, providerId: 5, hidden: 1 },
        { article: '238-1601131', manufacturer: 'ЯМЗ', price: 500, amount: 1 },
      );
      const [nameless, described, cheap, unpriced] = ids;
      const id = await partIdOf(shop, described ?? 0);
      const answer = await call('GET', `/parts/${id}`, { as: null });
      expect(answer.statusCode).toBe(200);
      const part = answer.json();
      expect(part).toMatchObject({
        id,
        article: '238 1601130',
        title: 'Диск сцепления',
        maker: 'ЯМЗ',
        priceFrom: '11.00',
        amount: 6,
      });
      const shown = (offers: { id: number; stock: string; price: string; priceDate: string | null }[]) =>
        offers.map(({ id: offer, stock, price, priceDate }) => [offer, stock, price, priceDate]);
      expect(shown(part.offers)).toEqual([
        [cheap, 'Склад № 3', '11.00', DAY_TEXT],
        [described, 'Склад № 2', '12.00', DAY_TEXT],
        [unpriced, 'Склад № 4', '0.00', null],
        [nameless, 'Склад № 1', '9.00', DAY_TEXT],
      ]);
      expect(part.best.map((one: { id: number }) => one.id)).toEqual([cheap, described, unpriced]);
    }));

  test('has neither prices nor dates once they have expired', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1', priceDay: 19_000 });
      const part = (await shop.call('GET', `/parts/${await partIdOf(shop, id)}`)).json();
      expect(part).toMatchObject({ priceFrom: null, amount: 0, offers: [{ price: '0.00', priceDate: null }] });
    }));

  test('that nobody sees, that never was or that is no number is not found', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1', hidden: 1 });
      for (const path of [await partIdOf(shop, id), 999, 0, -1, 'x', '1e3', '9'.repeat(30)]) {
        const answer = await shop.call('GET', `/parts/${path}`);
        expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'part not found' }]);
      }
    }));
});
