import { expect, it, vi } from 'vitest';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { aboveSql } from '../../support/databases.ts';
import { importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const EURO = { currency: 'EUR', rate: '100' };

aboveSql('a currency in the heading of the prices', (open) => {
  const list = (heading: string) => [
    `Артикул;Наименование;${heading};Остаток;`,
    'A-1;Фильтр;2,50;1;',
    'A-2;Фильтр;3 руб.;1;',
  ];
  const form = { startRow: '2' };

  it.each(['Цена, EUR', 'Цена €', 'Price EUR', 'Цена (евро) с\u00a0НДС'])(
    'counts as in the cells that name none: «%s»',
    async (heading) => {
      const database = await openCatalogue(open);
      const refused = await importText(database, list(heading), { form });
      expect(refused.errors).toMatchObject([{ row: 2, code: 'currency', text: '2,50' }]);
      expect(refused.warnings).toMatchObject([{ row: 0, code: 'currency-in-heading', text: heading }]);
      const told = await importText(database, list(heading), { form: { ...form, ...EURO } });
      expect(told).toMatchObject({ failed: 0, warnings: [] });
      expect(await positionsOf(database)).toMatchObject([
        { article: 'A-2', price: 300 },
        { article: 'A-1', price: 25_000 },
      ]);
    },
  );

  it.each(['Цена', 'Цена, руб.', 'Цена USD/EUR', 'Цена (1 € = 100 руб.)'])(
    'is none where it names roubles or several: «%s»',
    async (heading) => {
      const database = await openCatalogue(open);
      const report = await importText(database, list(heading), { form });
      expect(report).toMatchObject({ failed: 0, warnings: [] });
      expect((await positionsOf(database))[0]).toMatchObject({ price: 250 });
    },
  );
});

aboveSql('a currency in a caption above the table', (open) => {
  const list = (caption: string, heading = 'Цена') => [
    `${caption};;;;`,
    `Артикул;Наименование;${heading};Остаток;`,
    'A-1;Фильтр;2,50;1;',
  ];
  const form = { startRow: '3' };

  it.each(['Вид цены: прайс (EUR)', 'Валюта;EUR', 'Цены указаны в евро'])(
    'counts as in the heading of the prices: «%s»',
    async (caption) => {
      const report = await importText(await openCatalogue(open), list(caption), { form });
      expect(report.errors).toMatchObject([{ code: 'currency', text: '2,50' }]);
      expect(report.warnings).toMatchObject([{ row: 0, code: 'currency-in-heading' }]);
    },
  );

  it.each([
    ['Прайс «ЕвроШина»', 'Цена'],
    ['Курс EUR сегодня 100', 'Цена'],
    ['Цены в EUR и USD', 'Цена'],
    ['Прайс EUR', 'Цена, руб.'],
  ])('is none in the name of a firm, of another sum, of several, or beside roubles: «%s»', async (caption, heading) => {
    const report = await importText(await openCatalogue(open), list(caption, heading), { form });
    expect(report).toMatchObject({ created: 1, failed: 0, warnings: [] });
  });
});

aboveSql('a unit in the heading of the prices', (open) => {
  it.each<[string, FormFields, number, string[]]>([
    ['Цена, тыс. руб.', {}, 250_000, ['unit-in-heading']],
    ['Цена за 100 шт.', {}, 3, ['unit-in-heading']],
    ['Цена за 100 шт.', { priceUnit: '1' }, 250, []],
    ['Цена', { priceUnit: '/10' }, 25, []],
    ['Цена за шт.', {}, 250, []],
  ])('«%s» under %j makes a price of 2,50 one of %d kopecks', async (heading, form, kopecks, codes) => {
    const database = await openCatalogue(open);
    const lines = [`Артикул;Наименование;${heading};Остаток;`, 'A-1;Фильтр;2,50;1;'];
    const report = await importText(database, lines, { form: { startRow: '2', ...form } });
    expect(report.warnings.map(({ code }) => code)).toEqual(codes);
    expect(report.doubtful).toEqual([]);
    expect(await positionsOf(database)).toMatchObject([{ price: kopecks }]);
  });

  it('counts above the table as well', async () => {
    const database = await openCatalogue(open);
    const lines = ['Цены указаны в тыс. руб.;;;;', 'Артикул;Наименование;Цена;Остаток;', 'A-1;Фильтр;2,50;1;'];
    const report = await importText(database, lines, { form: { startRow: '3' } });
    expect(report).toMatchObject({ warnings: [{ row: 0, code: 'unit-in-heading' }], doubtful: [] });
    expect(await positionsOf(database)).toMatchObject([{ price: 250_000 }]);
  });

  it('is asked for where a column of units names many pieces, until the form says it', async () => {
    const lines = [
      'Артикул;Наименование;Цена;Остаток;Производитель;Ед. изм.',
      'A-1;Болт;2500;1;;шт',
      ...Array.from({ length: 6 }, (_, at) => `B-${at};Гайка;${1000 + at};1;;тыс. шт`),
    ];
    const asked = await importText(await openCatalogue(open), lines, { form: { startRow: '2' } });
    expect(asked.doubtful).toMatchObject([{ kind: 'price-unit', text: expect.stringContaining('«тыс. шт»') }]);
    const form = { startRow: '2', priceUnit: '1' };
    expect((await importText(await openCatalogue(open), lines, { form })).doubtful).toEqual([]);
  });

  it('is asked for where it is a pack, and no longer once the form says it', async () => {
    const database = await openCatalogue(open);
    const lines = ['Артикул;Наименование;Цена за уп.;Остаток;', 'A-1;Фильтр;2,50;1;'];
    const asked = await importText(database, lines, { form: { startRow: '2' } });
    expect(asked.doubtful).toMatchObject([{ kind: 'price-unit' }]);
    const other = await openCatalogue(open);
    const said = await importText(other, lines, { form: { startRow: '2', priceUnit: '/50' } });
    expect(said.doubtful).toEqual([]);
    expect(await positionsOf(other)).toMatchObject([{ price: 5 }]);
  });
});

aboveSql('prices by the rules of an upload', (open) => {
  it.each<[string, FormFields, string[], number[]]>([
    ['bands', { markup: '0-1000:30; 1000-:20', profit: '5' }, ['100', '1000', ''], [13_000, 120_000, 0]],
    ['rounding', { rounding: 'up:100-10' }, ['101', '190', '1000,5'], [19_000, 19_000, 109_000]],
    ['added tax', { vat: 'add:20' }, ['100', '0,01', '33,33'], [12_000, 1, 4_000]],
    ['removed tax', { vat: 'remove:20', markup: '0-:20' }, ['120', '100', '1'], [12_000, 10_000, 100]],
    [
      'rates',
      { currencyColumn: '6', rates: 'USD=92,5; EUR=100' },
      ['10;1;;$', '10 €;1;;', '10;1;;руб.'],
      [92_500, 100_000, 1_000],
    ],
  ])('take %s, and the same file again changes nothing', async (_which, form, prices, kopecks) => {
    const database = await openCatalogue(open);
    const lines = prices.map((price, at) => `A-${at};Фильтр;${price}${price.includes(';') ? '' : ';1;'}`);
    const report = await importText(database, lines, { form });
    expect(report).toMatchObject({ created: 3, failed: 0 });
    expect((await positionsOf(database)).map(({ price }) => price)).toEqual(kopecks);
    expect(await importText(database, lines, { form })).toMatchObject({ unchanged: 3, updated: 0 });
  });

  it('hold for a number whose sign the whole column decides, and the run keeps them', async () => {
    const database = await openCatalogue(open);
    const form = { markup: '0-1000:30; 1000-:20', vat: 'add:20', rates: 'USD=92,5', rounding: '10' };
    const lines = ['A-1;Фильтр;1,000;1;', 'A-2;Кольцо;1,234,567;1;', 'A-3;Кольцо;5 £;1;'];
    const report = await importText(database, lines, { form });
    expect(report).toMatchObject({ created: 2, failed: 1, errors: [{ row: 3, code: 'currency' }] });
    const [first] = await positionsOf(database);
    const prices = (await positionsOf(database)).map(({ article, price }) => [article, price]).sort();
    expect(prices[0]).toEqual(['A-1', 144_000]);
    expect(first?.price_day).toBe(20_000);
    const run = await database.read.selectFrom('import_runs').select('settings').executeTakeFirstOrThrow();
    expect(JSON.parse(run.settings)).toMatchObject({
      rates: { USD: '925e-1' },
      vat: { by: 'add', percent: '20e-0' },
      bands: [
        { from: 0, to: 100_000, percent: '30e-0' },
        { from: 100_000, to: null, percent: '20e-0' },
      ],
      rounding: { step: 1_000, less: 0, direction: 'nearest' },
    });
  });
});
