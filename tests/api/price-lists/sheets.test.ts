import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { DryRunAnswer, RunAnswer, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import type { GuessAnswer } from '../../../contract/price-lists/guess.ts';
import { readPriceFile } from '../../../server/platform/sheet-reader/reader.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { type BookSheet, bookParts, type CellValue, writeZip } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';

vi.setConfig({ testTimeout: 120_000 });

type Rows = readonly (readonly CellValue[])[];

const FILTERS: Rows = [
  ['Артикул', 'Наименование', 'Цена', 'Остаток'],
  ...Array.from({ length: 8 }, (_, at) => [`F-${at}`, `Фильтр ${at}`, 100 + at, 2]),
];
/** Another layout, further down; F-0 stands here too. */
const PADS: Rows = [
  ['Склад № 2'],
  [null],
  ['Наименование', 'Цена', 'Артикул'],
  ...Array.from({ length: 8 }, (_, at) => [`Колодки ${at}`, 500 + at, `P-${at}`]),
  ['Фильтр 0', 77, 'F-0'],
];
const TERMS: Rows = [['Условия оплаты'], ['Звоните по будням']];

const MAPPINGS = [
  { name: 'Колодки', startRow: 4, article: 'C', title: 1, price: '2' },
  { name: 'фильтры', startRow: 2, article: 1, title: 2, price: 3, amount: 4 },
];

async function book(sheets: readonly BookSheet[]): Promise<Buffer> {
  const file = join(await workFolder(), 'book.xlsx');
  await writeZip(file, bookParts({ sheets }));
  return readFile(file);
}

const usual = (pads: Rows = PADS) =>
  book([
    { name: 'Условия', rows: TERMS },
    { name: 'Фильтры', rows: FILTERS },
    { name: 'Колодки', rows: pads },
  ]);

async function send(
  { call }: TestBridge,
  file: Buffer,
  fields: Readonly<Record<string, string>> = {},
  path = '/file/upload',
) {
  const form = new FormData();
  const given = { brandId: '1', providerId: '1', addNewPositionMode: 'on', sheets: JSON.stringify(MAPPINGS) };
  for (const [name, value] of Object.entries({ ...given, ...fields })) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]), 'Прайс.xlsx');
  return call('POST', path, { form });
}

async function pricesOf({ bridge }: TestBridge): Promise<Record<string, number>> {
  const rows = await bridge.database.read.selectFrom('positions').selectAll().orderBy('article').execute();
  return Object.fromEntries(rows.map(({ article, price }) => [article, Number(price) / 100]));
}

aboveSql('a price list of several sheets', (open) => {
  test('may be the lists of a zip, which are named where none is chosen', () =>
    withBridge(open, async (shop) => {
      const file = join(await workFolder(), 'price.zip');
      const pads = PADS.slice(2).map((row) => row.join(';'));
      await writeZip(file, {
        'Фильтры.xlsx': await book([{ name: 'Лист1', rows: FILTERS }]),
        'Колодки.csv': pads.join('\n'),
      });
      const zip = await readFile(file);
      const { sheets } = (await send(shop, zip, {}, '/file/guess')).json<GuessAnswer>();
      expect(sheets.map(({ name }) => name)).toEqual(['Фильтры.xlsx: Лист1', 'Колодки.csv']);
      const columns = { startRow: '2', article: '1', title: '2', price: '3' };
      const refused = await send(shop, zip, { ...columns, sheets: '' });
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'SEVERAL_LISTS', error: expect.stringContaining('Фильтры.xlsx, Колодки.csv') }),
      ]);
      const mappings = sheets.map(({ name, startRow, columns: { article, title, price } }) => {
        return { name, startRow, article, title, price };
      });
      const answer = await send(shop, zip, { sheets: JSON.stringify(mappings) });
      expect(answer.json<UploadAnswer>()).toMatchObject({
        created: 16,
        sheets: [
          { name: 'Фильтры.xlsx: Лист1', applied: 8 },
          { name: 'Колодки.csv', applied: 9 },
        ],
      });
    }));

  test('is applied in one run, each sheet by its own mapping', () =>
    withBridge(open, async (shop) => {
      const file = await usual();
      const planned = (await send(shop, file, { dryRun: '1' })).json<DryRunAnswer>();
      expect(planned.suspicions).toEqual([]);
      expect(planned.counts).toMatchObject({ created: 16, failed: 0 });
      expect(planned.samples.created[0]).toMatchObject({ row: 3, sheet: 'Фильтры' });
      expect(await pricesOf(shop)).toEqual({});

      const answer = (await send(shop, file)).json<UploadAnswer>();
      expect(answer).toMatchObject({ created: 16, duplicates: 1, failed: 0, doubtful: [] });
      expect(answer.sheets).toEqual([
        { name: 'Фильтры', applied: 8, skipped: 0, failed: 0 },
        { name: 'Колодки', applied: 9, skipped: 0, failed: 0 },
      ]);
      // The later sheet of the book counts, whatever the order in which the form names them.
      expect(await pricesOf(shop)).toMatchObject({ 'F-0': 77, 'F-7': 107, 'P-7': 507 });
      const repeats = answer.warnings.filter(({ code }) => code === 'duplicate');
      expect(repeats[0]).toMatchObject({ row: 12, sheet: 'Колодки', code: 'duplicate' });
      expect(repeats[0]?.message).toContain('в строке 2\u00a0листа «Фильтры»');
      expect((await send(shop, file)).json<UploadAnswer>()).toMatchObject({ created: 0, updated: 0 });

      const first = (await send(shop, file, { repeated: 'first' })).json<UploadAnswer>();
      expect(first.counts).toMatchObject({ priceUp: 1, unchanged: 15, repeated: 1 });
      expect(await pricesOf(shop)).toMatchObject({ 'F-0': 100 });
    }));

  test('tells its errors by sheet, and its workbook of errors can be put right and sent back', () =>
    withBridge(open, async (shop) => {
      const wrong = PADS.map((row, at) => (at === 5 ? [row[0] ?? '', 'непонятно у нас', row[2] ?? ''] : row));
      const lost = FILTERS.map((row, at) => (at === 3 ? [row[0] ?? '', row[1] ?? '', 'завтра', 2] : row));
      const file = await book([
        { name: 'Фильтры', rows: lost },
        { name: 'Колодки', rows: wrong },
      ]);
      const answer = (await send(shop, file)).json<UploadAnswer>();
      expect(answer.errors).toMatchObject([
        { row: 4, sheet: 'Фильтры', column: 'C' },
        { row: 6, sheet: 'Колодки', column: 'B' },
      ]);
      const run = (await shop.call('GET', `/import/runs/${answer.runId}`)).json<RunAnswer>();
      expect(run.errorGroups.map(({ sheet, rows }) => [sheet, rows])).toEqual([
        ['Фильтры', '4'],
        ['Колодки', '6'],
      ]);
      expect(run.sheets).toMatchObject([{ failed: 1 }, { failed: 1 }]);

      const errors = await shop.call('GET', `/import/runs/${answer.runId}/errors.xlsx`);
      const path = join(await workFolder(), 'errors.xlsx');
      await writeFile(path, errors.rawPayload);
      const rows: string[][] = [];
      const request = { file: path, sheet: null, startRow: 1, endRow: null, columns: null, allSheets: true };
      for await (const piece of readPriceFile(request)) {
        if (piece.kind === 'sheet') rows.push([piece.title]);
        if (piece.kind === 'rows')
          rows.push(...piece.rows.map(({ cells }) => [...cells.values()].map(({ text }) => text)));
      }
      expect(rows.map((texts) => texts.slice(0, 3))).toEqual([
        ['Фильтры'],
        ['Артикул', 'Наименование', 'Цена'],
        ['F-2', 'Фильтр 2', 'завтра'],
        ['Колодки'],
        ['Наименование', 'Цена', 'Артикул'],
        ['Колодки 2', 'непонятно у нас', 'P-2'],
      ]);
      const corrected = await book([
        { name: 'Фильтры', rows: [rows[1] ?? [], ['F-2', 'Фильтр 2', 902]] },
        { name: 'Колодки', rows: [rows[4] ?? [], ['Колодки 2', 903, 'P-2']] },
      ]);
      const sheets = JSON.stringify(MAPPINGS.map((mapping) => ({ ...mapping, startRow: 2 })));
      const again = (await send(shop, corrected, { sheets })).json<UploadAnswer>();
      expect(again.counts).toMatchObject({ created: 2, failed: 0 });
      expect(await pricesOf(shop)).toMatchObject({ 'F-2': 902, 'P-2': 903 });
    }));

  test('asks about the one sheet without prices, and about goods that two sheets have at two prices', () =>
    withBridge(open, async (shop) => {
      const resale: Rows = FILTERS.map((row, at) => (at === 0 ? row : [row[0] ?? '', row[1] ?? '', 60 + at, 2]));
      const file = await book([
        { name: 'Фильтры', rows: FILTERS },
        { name: 'Опт', rows: resale },
        { name: 'Шины', rows: Array.from({ length: 9 }, (_, at) => [`T-${at}`, `Шина ${at}`, 'см. сайт']) },
      ]);
      const full = { startRow: 2, article: 1, title: 2, price: 3 };
      const doubtsOf = async (sheets: readonly object[], fields = {}) => {
        const answer = await send(shop, file, { dryRun: '1', sheets: JSON.stringify(sheets), ...fields });
        return answer.json<DryRunAnswer>().suspicions;
      };
      const unpriced = { name: 'Шины', article: 1, title: 2 };
      expect(await doubtsOf([{ name: 'Фильтры', ...full }, unpriced])).toMatchObject([
        { kind: 'no-price-column', text: expect.stringMatching(/«Шины».*9\u00a0строк/u) },
      ]);
      const twice = [
        { name: 'Фильтры', ...full },
        { name: 'Опт', ...full },
      ];
      expect(await doubtsOf(twice)).toMatchObject([
        { kind: 'rows-collapse', text: expect.stringContaining('F-0 (строки 2\u00a0листа «Фильтры»') },
      ]);
      expect(await doubtsOf(twice, { repeated: 'first' })).toEqual([]);
    }));

  test('is doubted for the one sheet that is read wrongly, and refused for what cannot be meant', () =>
    withBridge(open, async (shop) => {
      const file = await usual();
      const shifted = [{ ...MAPPINGS[0], price: 1, title: 2 }, MAPPINGS[1]];
      const planned = (await send(shop, file, { dryRun: '1', sheets: JSON.stringify(shifted) })).json<DryRunAnswer>();
      expect(planned.suspicions).toMatchObject([
        { kind: 'sheets-left-out', text: expect.stringContaining('«Колодки»') },
      ]);
      expect(planned.suspicions[0]?.text).not.toContain('«Фильтры»');
      const terms = [...MAPPINGS, { name: 'Условия', startRow: 50, article: 1 }];
      const empty = (await send(shop, file, { dryRun: '1', sheets: JSON.stringify(terms) })).json<DryRunAnswer>();
      expect(empty).toMatchObject({ suspicions: [], counts: { created: 16 } });
      expect(empty.warningGroups).toMatchObject([
        { code: 'sheet-left-out', sheet: 'Условия' },
        { code: 'duplicate' },
        { code: 'no-stock-column', sheet: 'Колодки' },
      ]);

      const wrong = [
        '{}',
        '[]',
        'x',
        JSON.stringify([{ article: 1 }]),
        JSON.stringify([{ name: 'Колодки', article: 1, colour: 2 }]),
        JSON.stringify([{ name: 'Колодки', article: 'где-то' }]),
        JSON.stringify([{ name: 'Колодки', article: 1, startRow: 0 }]),
        JSON.stringify([{ name: 'Колодки', article: 1, startRow: 5, endRow: 4 }]),
        JSON.stringify([MAPPINGS[0], { ...MAPPINGS[0], name: ' колодки' }]),
      ];
      for (const sheets of wrong)
        expect((await send(shop, file, { sheets })).json(), sheets).toEqual({ error: 'invalid sheets' });
      const sheets = (entries: unknown) => ({ sheets: JSON.stringify(entries) });
      expect((await send(shop, file, sheets([{ name: 'Колодки', title: 1 }]))).json()).toEqual({
        error: 'article is empty',
      });
      expect((await send(shop, file, sheets([{ name: 'Шины', article: 1 }]))).json()).toMatchObject({
        error: 'Листа с таким названием в файле нет (Условия, Фильтры, Колодки)',
      });
      expect((await send(shop, file, sheets([{ name: 'Колодки', article: 600 }]))).json()).toMatchObject({
        error: 'column is over 512',
      });
      expect(await pricesOf(shop)).toEqual({});
    }));

  test('does not wait for a sheet that reads badly: it is left out and said, and can be taken in', () =>
    withBridge(open, async (shop) => {
      const few: Rows = [
        ['Артикул', 'Наименование', 'Цена', 'Остаток'],
        ['F-9', 'Фильтр 9', 5, 1],
        ['F-10', 'Фильтр 10', 'смотрите на сайте', 1],
      ];
      const file = await book([
        { name: 'Фильтры', rows: FILTERS },
        { name: 'Колодки', rows: PADS },
        { name: 'Акции', rows: few },
      ]);
      const sheets = (own: object) => ({
        sheets: JSON.stringify([...MAPPINGS, { ...MAPPINGS[1], name: 'Акции', ...own }]),
      });
      const planned = (await send(shop, file, { ...sheets({}), dryRun: '1' })).json<DryRunAnswer>();
      expect(planned).toMatchObject({ suspicions: [], counts: { created: 16, skipped: 2, failed: 0 } });
      expect(planned.sheets?.at(-1)).toEqual({ name: 'Акции', applied: 0, skipped: 2, failed: 0, isLeftOut: true });
      const taken = (await send(shop, file, { ...sheets({ take: 'always' }), dryRun: '1' })).json<DryRunAnswer>();
      expect(taken).toMatchObject({ suspicions: [{ kind: 'mostly-failed' }], counts: { created: 17, failed: 1 } });
      expect((await send(shop, file, sheets({ take: 'maybe' }))).json()).toEqual({ error: 'invalid sheets' });

      await send(shop, file, sheets({ take: 'always' }));
      // What a sheet names that is left out is not missing.
      const answer = (await send(shop, file, { ...sheets({}), missing: 'zero' })).json<UploadAnswer>();
      expect(answer).toMatchObject({ doubtful: [], unchanged: 17 });
      expect(answer.missing).toBeUndefined();
    }));

  test('is priced by the currency and the mark-up of each sheet, the form standing for those that name none', () =>
    withBridge(open, async (shop) => {
      const file = await usual();
      const form = { currency: 'EUR', rate: '100', profit: '10' };
      const pads = (own: object) => ({ sheets: JSON.stringify([{ ...MAPPINGS[0], ...own }, MAPPINGS[1]]) });
      const priced = async (own: object): Promise<unknown[]> => {
        const fields = { ...form, ...pads(own) };
        const planned = (await send(shop, file, { ...fields, dryRun: '1' })).json<DryRunAnswer>();
        const { counts } = (await send(shop, file, fields)).json<UploadAnswer>();
        expect(counts).toEqual(planned.counts);
        expect(counts?.failed).toBe(0);
        const prices = await pricesOf(shop);
        return [prices['F-1'], prices['P-1']];
      };
      expect(await priced({})).toEqual([11_110, 55_110]);
      // One that names a currency has no use for the rate of another.
      expect(await priced({ currency: 'USD', rate: '90' })).toEqual([11_110, 49_599]);
      expect(await priced({ currency: '' })).toEqual([11_110, 551.1]);
      expect(await priced({ currency: '', markup: '0-:50' })).toEqual([11_110, 751.5]);
      expect(await priced({ profit: '' })).toEqual([11_110, 50_100]);
      const run = (await shop.call('GET', '/import/runs')).json().runs[0];
      const { settings } = await shop.bridge.database.read
        .selectFrom('import_runs')
        .select('settings')
        .where('id', '=', run.id)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(settings).sheets[0]).toMatchObject({ currency: { code: 'EUR' }, profit: '0e-0' });

      const before = await pricesOf(shop);
      const wrong = [
        [{ currency: 'фантики' }, 'unknown currency'],
        [{ rate: '90' }, 'invalid rate'],
        [{ currency: 'USD', rate: '0' }, 'invalid rate'],
        [{ markup: '10' }, 'invalid markup'],
      ] as const;
      for (const [own, error] of wrong)
        expect((await send(shop, file, { ...form, ...pads(own) })).json(), error).toEqual({ error });
      expect(await pricesOf(shop)).toEqual(before);
    }));

  test('is recognised sheet by sheet, and may have 38 of them', () =>
    withBridge(open, async (shop) => {
      const names = Array.from({ length: 38 }, (_, at) => `Склад ${at + 1}`);
      const rowsOf = (at: number): Rows => [
        ['Артикул', 'Наименование', 'Цена'],
        ...Array.from({ length: 6 }, (_, row) => [`S${at}-${row}`, `Деталь ${at} ${row}`, 10 + at]),
      ];
      const file = await book(names.map((name, at) => ({ name, rows: rowsOf(at) })));
      const guess = (await send(shop, file, {}, '/file/guess')).json<GuessAnswer>();
      expect(guess.sheets).toHaveLength(38);
      expect(new Set(guess.sheets.map(({ rowCount }) => rowCount))).toEqual(new Set([7]));
      const sheets = guess.sheets.map(({ name, startRow, columns: { article, title, price } }) => ({
        name,
        startRow,
        article,
        title,
        price,
      }));
      const answer = (await send(shop, file, { sheets: JSON.stringify(sheets) })).json<UploadAnswer>();
      expect(answer).toMatchObject({ created: 38 * 6, failed: 0, doubtful: [] });
      expect(answer.sheets?.every(({ applied }) => applied === 6)).toBe(true);
      expect(await pricesOf(shop)).toMatchObject({ 'S0-0': 10, 'S37-5': 47 });
    }));
});
