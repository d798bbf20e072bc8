import { expect, test, vi } from 'vitest';
import { XLS_TYPE } from '../../../contract/price-lists/upload.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { USUAL } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const FORM = { ...USUAL, delivery: '5', lot: '6' };
const HEAD = 'Артикул;Наименование;Цена;Остаток;Срок поставки;Мин. партия';
const LIST = [
  HEAD,
  'A-1;Вал;100;5;2-3 дня;от 10 шт.',
  'A-2;Ось;200;1;1 нед.;',
  'A-3;Шкив;300;2;под заказ;1',
  'A-4;Болт;400;3;Москва;коробка',
];

async function upload({ call }: TestBridge, file: string | Buffer, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file as BlobPart], { type: XLS_TYPE }), 'price.csv');
  return (await call('POST', '/file/upload', { form })).json();
}

const termsOf = ({ bridge }: TestBridge) =>
  bridge.database.read.selectFrom('positions').select(['article', 'price', 'delivery', 'lot']).orderBy('id').execute();

aboveSql('delivery days and least quantities', (open) => {
  test('are read from a list, counted beforehand, told in the history and taken back', () =>
    withBridge(open, async (shop) => {
      const first = await upload(shop, LIST.join('\n'), FORM);
      expect(first).toMatchObject({ created: 4, failed: 0, doubtful: [] });
      expect(first.warnings.map(({ row, column, code }: Record<string, unknown>) => [row, column, code])).toEqual([
        [5, 'E', 'delivery-unread'],
        [5, 'F', 'lot-unread'],
      ]);
      const before = await termsOf(shop);
      expect(before).toEqual([
        { article: 'A-1', price: 10_000, delivery: 3, lot: 10 },
        { article: 'A-2', price: 20_000, delivery: 7, lot: null },
        { article: 'A-3', price: 30_000, delivery: null, lot: 1 },
        { article: 'A-4', price: 40_000, delivery: null, lot: null },
      ]);
      expect(await upload(shop, LIST.join('\n'), FORM)).toMatchObject({ unchanged: 4, updated: 0 });

      const other = [HEAD, 'A-1;Вал;100;5;;5', 'A-2;Ось;210;1;?!;4', 'A-3;Шкив;300;2;5;1'].join('\n');
      const form = { ...FORM, deliveryFixed: '2 недели' };
      const planned = await upload(shop, other, { ...form, dryRun: '1' });
      expect(planned.counts).toMatchObject({ termsChanged: 3, priceUp: 1, stockChanged: 0, unchanged: 0 });
      expect(await termsOf(shop)).toEqual(before);
      const { runId, counts } = await upload(shop, other, form);
      expect(counts).toEqual(planned.counts);
      expect((await termsOf(shop)).slice(0, 3)).toEqual([
        { article: 'A-1', price: 10_000, delivery: 14, lot: 5 },
        { article: 'A-2', price: 21_000, delivery: 14, lot: 4 },
        { article: 'A-3', price: 30_000, delivery: 5, lot: 1 },
      ]);
      const told = (await shop.call('GET', `/import/runs/${runId}/changes`)).json();
      expect(told.changes[0]).toMatchObject({ before: { delivery: 3, lot: 10 }, after: { delivery: 14, lot: 5 } });
      const undone = await shop.call('POST', `/import/runs/${runId}/undo`);
      expect([undone.statusCode, undone.json().restored]).toEqual([200, 3]);
      expect(await termsOf(shop)).toEqual(before);
    }));

  test.each(['xlsx', 'csv'])('come back unchanged from our own price list as %s, and are corrected in it', (format) =>
    withBridge(open, async (shop) => {
      await upload(shop, LIST.join('\n'), FORM);
      const before = await termsOf(shop);
      const file = (await shop.call('GET', `/file/download?format=${format}`)).rawPayload;
      expect(await upload(shop, file, {})).toMatchObject({ unchanged: 4, updated: 0, failed: 0 });
      expect(await termsOf(shop)).toEqual(before);
      if (format === 'xlsx') return;
      const text = file.toString().replace(';3;10;\r\n', ';;12;\r\n');
      expect(await upload(shop, text, {})).toMatchObject({ unchanged: 3, updated: 1 });
      expect((await termsOf(shop))[0]).toEqual({ article: 'A-1', price: 10_000, delivery: null, lot: 12 });
    }),
  );

  test('are told by the new calls alone, and by none once the price is too old', () =>
    withBridge(open, async (shop) => {
      await upload(shop, LIST.join('\n'), FORM);
      const told = { deliveryDays: 3, leastAmount: 10 };
      const untold = { deliveryDays: null, leastAmount: null };
      const card = (await shop.call('GET', '/card/1', { as: null })).json();
      expect(Object.keys(card)).not.toContain('deliveryDays');
      expect((await shop.call('GET', '/search/?query=A-1', { as: null })).json().positions[0]).not.toHaveProperty(
        'leastAmount',
      );
      const answers = async () => {
        const part = (await shop.call('GET', `/card/${card.id}/part`, { as: null })).json();
        const found = (await shop.call('GET', '/parts/?query=A-1', { as: null })).json();
        const asked = (await shop.call('GET', '/requests/offers?ids=1', { as: null })).json();
        return [part.offers[0], part.best[0], found.parts[0].best[0], asked.offers[0]];
      };
      for (const offer of await answers()) expect(offer).toMatchObject(told);
      shop.now += 40 * 86_400_000;
      for (const offer of await answers()) expect(offer).toMatchObject(untold);
    }));

  test('a request for less than that is taken, and the staff see it', () =>
    withBridge(open, async (shop) => {
      await upload(shop, LIST.join('\n'), FORM);
      const body = { name: 'Анна', phone: '+7 351 200-00-00', consent: true, items: [{ positionId: 1, amount: 2 }] };
      const sent = await shop.call('POST', '/requests', { as: null, json: body });
      expect(sent.statusCode).toBe(201);
      const request = (await shop.call('GET', `/requests/${sent.json().id}`)).json();
      expect(request.items[0]).toMatchObject({ amount: 2, now: { leastAmount: 10 } });
    }));

  test('are corrected by hand', () =>
    withBridge(open, async (shop) => {
      await upload(shop, LIST.join('\n'), FORM);
      const edit = (json: object) => shop.call('PATCH', '/positions/1', { json });
      const done = await edit({ delivery: '', lot: '20', was: { delivery: '3', lot: '10' } });
      expect([done.statusCode, done.json().position]).toMatchObject([200, { delivery: null, lot: 20 }]);
      expect((await edit({ delivery: '400', was: { delivery: '' } })).json()).toEqual({ error: 'invalid delivery' });
      expect((await edit({ lot: '0', was: { lot: '20' } })).json()).toEqual({ error: 'invalid lot' });
      expect((await edit({ lot: '5', was: { lot: '10' } })).statusCode).toBe(409);
    }));
});
