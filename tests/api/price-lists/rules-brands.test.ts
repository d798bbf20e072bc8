import { expect, test, vi } from 'vitest';
import { XLS_TYPE } from '../../../contract/price-lists/upload.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { USUAL } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const LIST = [
  'Артикул;Наименование;Цена;Остаток;Производитель',
  'A-1;Фильтр;100;1;BOSCH',
  'A-1;Фильтр;110;1;MANN-FILTER',
  'A-1;Фильтр;90;1;',
  'A-2;Вал;200;2;КАМАЗ ПТК',
  'A-3;Ось;300;3;ЗМЗ',
];
const FORM: Readonly<Record<string, string>> = {
  ...USUAL,
  manufacturer: '5',
  synonyms: 'КАМАЗ = КАМАЗ ПТК',
  brandByManufacturer: 'BOSCH, MANN-FILTER = 2\nкамаз = 3',
};

function post({ call }: TestBridge, lines: readonly string[], fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([lines.join('\n')], { type: XLS_TYPE }), 'price.csv');
  return call('POST', '/file/upload', { form });
}
const upload = async (...args: Parameters<typeof post>) => (await post(...args)).json();

async function withBrands(open: Parameters<typeof withBridge>[0], run: (shop: TestBridge) => Promise<void>) {
  await withBridge(open, async (shop) => {
    for (const title of ['Фильтры', 'Камаз']) await shop.call('POST', '/brands', { json: { title } });
    await run(shop);
  });
}

const positionsOf = async ({ bridge }: TestBridge) => {
  const rows = await bridge.database.read
    .selectFrom('positions')
    .select(['article', 'manufacturer', 'brand_id', 'price', 'amount', 'hidden'])
    .orderBy('brand_id')
    .orderBy('price')
    .execute();
  return rows.map(({ article, manufacturer, brand_id, price, amount, hidden }) =>
    [article, manufacturer, brand_id, price / 100, hidden ? 'убрана' : amount].join(' '),
  );
};

const ALL = ['A-1  1 90 1', 'A-3 ЗМЗ 1 300 3', 'A-1 BOSCH 2 100 1', 'A-1 MANN-FILTER 2 110 1', 'A-2 КАМАЗ 3 200 2'];

aboveSql('brands by manufacturer', (open) => {
  test.each([
    ['as it is', LIST],
    ['turned round', [LIST[0] as string, ...LIST.slice(1).toReversed()]],
  ])('one list fills several of them, %s, and once more changes nothing', (_order, lines) =>
    withBrands(open, async (shop) => {
      const planned = await upload(shop, lines, { ...FORM, dryRun: '1' });
      expect(planned.counts).toMatchObject({ created: 5, failed: 0, clashing: 0 });
      expect(await upload(shop, lines, FORM)).toMatchObject({ created: 5, doubtful: [] });
      expect(await positionsOf(shop)).toEqual(ALL);
      expect(await upload(shop, lines, { ...FORM, dryRun: '1' })).toMatchObject({ counts: { unchanged: 5 } });
      expect(await upload(shop, lines, FORM)).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
    }),
  );

  test('what the list does not name any more goes in all of them', () =>
    withBrands(open, async (shop) => {
      await upload(shop, LIST, FORM);
      const lines = [...LIST.slice(0, 4), LIST[5] as string, 'A-4;Шкив;50;1;BOSCH'];
      const form = { ...FORM, missing: 'hide' };
      const planned = await upload(shop, lines, { ...form, dryRun: '1' });
      const done = await upload(shop, lines, form);
      expect([planned.missing, done.missing]).toEqual([1, 1]);
      expect(await positionsOf(shop)).toEqual([
        ...ALL.slice(0, 2),
        'A-4 BOSCH 2 50 1',
        ...ALL.slice(2, 4),
        'A-2 КАМАЗ 3 200 убрана',
      ]);
      const undone = await shop.call('POST', `/import/runs/${done.runId}/undo`);
      expect(undone.statusCode).toBe(200);
      expect((await positionsOf(shop)).filter((row) => !row.startsWith('A-4'))).toEqual(ALL);
    }));

  test(
    'a brand that was deleted meanwhile is told, for a preset too, and nothing is imported',
    { tags: ['store'] },
    () =>
      withBrands(open, async (shop) => {
        const { providerId, ...fields } = FORM;
        const preset = await shop.call('POST', '/import/presets', {
          json: { providerId, name: 'Общий', fields, headers: [] },
        });
        expect(preset.statusCode).toBe(201);
        expect((await shop.call('DELETE', '/brands/3')).statusCode).toBe(200);
        const forms: Record<string, string>[] = [FORM, { ...FORM, dryRun: '1' }, { preset: String(preset.json().id) }];
        for (const form of forms) {
          const refused = await post(shop, LIST, form);
          expect([refused.statusCode, refused.json()]).toEqual([400, { error: 'brand of a manufacturer not found' }]);
        }
        const nameless = await post(shop, LIST, { ...FORM, manufacturer: '' });
        expect(nameless.json()).toEqual({ error: 'manufacturer is empty' });
        const wrong = await post(shop, LIST, { ...FORM, brandByManufacturer: 'BOSCH = МАНН' });
        expect(wrong.json()).toEqual({ error: 'invalid brandByManufacturer' });
        expect(await positionsOf(shop)).toEqual([]);
      }),
  );
});
