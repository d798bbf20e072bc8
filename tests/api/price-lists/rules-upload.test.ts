import { expect, test, vi } from 'vitest';
import { XLS_TYPE } from '../../../contract/price-lists/upload.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

vi.setConfig({ testTimeout: 60_000 });

const OWNER = { brandId: '1', providerId: '1', addNewPositionMode: 'on' };

/** A list as a program of accounts writes it: no column of articles, manufacturers above their rows. */
const LIST = [
  'Наименование;Цена;Валюта;Остаток',
  'MANN-FILTER;;;',
  'Фильтр масляный арт. W712/75;10;USD;5',
  'Фильтр воздушный C25114, уценка;10;USD;1',
  'КАМАЗ ПТК;;;',
  'Вал 53205-2201006;12 000;руб.;1',
  'Кольцо 740.1005160;;;3',
].join('\n');

const RULES = {
  ...OWNER,
  startRow: '2',
  article: '',
  title: '1',
  price: '2',
  currencyColumn: '3',
  amount: '4',
  articleFrom: 'title',
  manufacturerFrom: 'groups',
  synonyms: 'MANN = MANN-FILTER, MANN HUMMEL\nКамаз = КАМАЗ ПТК',
  skipWords: 'уценка; б/у',
  priceless: 'skip',
  rates: 'USD=92,5',
  vat: 'add:20',
  markup: '0-5000:30; 5000-:10',
  rounding: 'up:10',
};

function upload({ call }: TestBridge, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([LIST], { type: XLS_TYPE }), 'price.csv');
  return call('POST', '/file/upload', { form });
}

aboveSql('an upload with rules', (open) => {
  test('reads the list by all of them', () =>
    withBridge(open, async (shop) => {
      const answer = await upload(shop, RULES);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        200,
        { created: 2, groups: 2, skipped: 2, failed: 0, doubtful: [] },
      ]);
      const told = answer.json<{ warnings: { row: number; code: string }[] }>().warnings;
      expect(told.map(({ row, code }) => [row, code])).toEqual([
        [3, 'article-from-title'],
        [4, 'left-out-word'],
        [7, 'left-out-priceless'],
      ]);
      const positions = await shop.bridge.database.read
        .selectFrom('positions')
        .select(['article', 'manufacturer', 'price', 'amount'])
        .orderBy('id')
        .execute();
      expect(positions).toEqual([
        { article: 'W712/75', manufacturer: 'MANN', price: 145_000, amount: 5 },
        { article: '53205-2201006', manufacturer: 'Камаз', price: 1_584_000, amount: 1 },
      ]);
      expect((await upload(shop, RULES)).json()).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    }));

  test('is refused where one of them makes no sense, and nothing is imported', () =>
    withBridge(open, async (shop) => {
      const nonsense = {
        markup: '0-10',
        rounding: 'x',
        vat: '20',
        rates: 'USD=0',
        manufacturerFixed: '-',
        manufacturerFrom: 'x',
        synonyms: 'x',
        articleFrom: 'x',
        deliveryFixed: 'под заказ',
        brandByManufacturer: 'BOSCH',
        priceless: 'x',
        skipWords: '-',
        minPrice: 'x',
        maxPrice: 'x',
      };
      for (const [name, value] of Object.entries(nonsense)) {
        const answer = await upload(shop, { ...OWNER, [name]: value });
        expect([answer.statusCode, answer.json()]).toEqual([400, { error: `invalid ${name}` }]);
      }
      const unread = await upload(shop, { ...OWNER, currencyColumn: '513' });
      expect(unread.json()).toEqual({ error: 'column is over 512' });
      const noCode = await upload(shop, { ...OWNER, article: '', articleFrom: 'code' });
      expect(noCode.json()).toEqual({ error: 'code is empty' });
      expect(await shop.bridge.database.read.selectFrom('import_runs').select('id').execute()).toEqual([]);
    }));
});
