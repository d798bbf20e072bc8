import XLSX from '@e965/xlsx';
import { expect, test } from 'vitest';
import type { UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const DAY = 86_400_000;
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'application/vnd.ms-excel',
} as const;
type Format = keyof typeof TYPES;

async function download({ call }: TestBridge, format: Format): Promise<Buffer> {
  return (await call('GET', `/file/download?format=${format}`, { as: null })).rawPayload;
}

async function upload({ call }: TestBridge, file: Buffer, format: Format) {
  const form = new FormData();
  form.append('file', new Blob([file as BlobPart], { type: TYPES[format] }), `price.${format}`);
  const answer = await call('POST', '/file/upload', { form });
  return { status: answer.statusCode, ...answer.json<Record<string, unknown>>() };
}

const everything = ({ bridge }: TestBridge) =>
  bridge.database.read.selectFrom('positions').selectAll().orderBy('id').execute();

const ARTICLES = [
  '00123',
  '1E5',
  '12-3/4',
  'АВС-1',
  '1234567890123456789012345',
  '1.10',
  '01.02.2024',
  '=1',
  '-5',
  "'x",
  "'00125",
];
const TITLES = [
  "=cmd|'/C calc'!A0",
  '-40°C масло',
  '@x',
  '+7',
  "'=1",
  'Болт; "М8" <b>&amp;',
  '_x0041_',
  'Фильтр 😀',
  'нет',
  '1 234,50 ₽',
  "'1,5",
];

aboveSql('our own price list', (open) => {
  test('names positions without an article too: by title they are found, downloaded and uploaded again', () =>
    withBridge(open, async (shop) => {
      const form = new FormData();
      const fields = { brandId: '1', providerId: '1', addNewPositionMode: 'on', confirm: '0', startRow: '2' };
      const columns = { title: '1', price: '2', amount: '3', articleFrom: 'whole-title' };
      for (const [name, value] of Object.entries({ ...fields, ...columns })) form.append(name, value);
      const text = 'Наименование;Цена;Остаток\nСмазка Литол-24;100;5\nВетошь обтирочная;50;7\n';
      form.append('file', new Blob([text], { type: TYPES.csv }), 'price.csv');
      expect((await shop.call('POST', '/file/upload', { form })).json()).toMatchObject({ created: 2, doubtful: [] });
      const found = await shop.call('GET', `/search?query=${encodeURIComponent('ветошь')}`, { as: null });
      expect(found.json()).toMatchObject({ positions: [{ article: '', title: 'Ветошь обтирочная' }] });
      for (const format of ['xlsx', 'csv'] as const) {
        const before = await everything(shop);
        const answer = await upload(shop, await download(shop, format), format);
        expect(answer).toMatchObject({ status: 200, unchanged: 2, created: 0, updated: 0, failed: 0, skipped: 0 });
        expect(await everything(shop)).toEqual(before);
      }
    }));

  for (const format of ['xlsx', 'csv'] as const) {
    test(`security 33, 34: downloaded as ${format} and uploaded again it changes nothing`, () =>
      withBridge(open, async (shop) => {
        await shop.call('POST', '/brands', { json: { title: '=УРАЛ; "2"' } });
        await shop.call('POST', '/providers', { json: { title: 'Второй' } });
        await shop.add(
          ...ARTICLES.map((article, n) => ({
            article,
            title: TITLES[n],
            price: [0, 1, 165_028, 99_999_999_999][n % 4],
            amount: [0, 0.125, 3, 1_000_000, 1e-7][n % 5],
            manufacturer: n % 2 ? 'Завод «Ёлка»' : '',
            code: n % 3 ? '' : `К-${n}`,
            brandId: 1 + (n % 2),
            providerId: 1 + (n % 2),
            alias: `alias_${n}`,
          })),
        );
        const before = await everything(shop);
        const file = await download(shop, format);
        expect(await upload(shop, file, format)).toMatchObject({
          status: 200,
          created: 0,
          updated: 0,
          unchanged: ARTICLES.length,
          skipped: 0,
          failed: 0,
          errors: [],
          warnings: [],
        });
        expect(await everything(shop)).toEqual(before);
      }));
  }

  test('with a price changed by hand it changes that price only', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1', price: 100 }, { article: 'A-2', price: 200 });
      const book = XLSX.read(await download(shop, 'xlsx'));
      XLSX.utils.sheet_add_aoa(book.Sheets.Прайс ?? {}, [[1650.285]], { origin: 'D3' });
      const changed = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
      expect(await upload(shop, changed, 'xlsx')).toMatchObject({ status: 200, updated: 1, unchanged: 1 });
      expect((await everything(shop)).map(({ price }) => price)).toEqual([165_029, 200]);
    }));

  test(
    'has new rows without an id: they are asked about, and become positions when that is confirmed',
    { tags: ['store'] },
    () =>
      withBridge(open, async (shop) => {
        await shop.add({ article: 'A-1', price: 100, manufacturer: 'ЗМЗ' });
        const book = XLSX.read(await download(shop, 'xlsx'));
        const sheet = book.Sheets.Прайс ?? {};
        const rows = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1 });
        const head = rows[1]?.includes('Артикул') ? (rows[1] as string[]) : (rows[0] as string[]);
        const row = (fields: Record<string, string | number>) => head.map((name) => fields[name] ?? null);
        const owned = { Бренд: 'ТЕСТ', Склад: 'Склад № 1' };
        XLSX.utils.sheet_add_aoa(
          sheet,
          [
            row({
              ...owned,
              Артикул: 'Н-1',
              Наименование: 'Вал новый',
              'Цена, ₽': 250.5,
              Количество: 3,
              Производитель: 'ЗМЗ',
            }),
            row({ ...owned, Артикул: 'Н-2', Наименование: 'Ось новая' }),
            row({ ...owned, Артикул: 'н2', Наименование: 'Ось новая' }),
            row({ ...owned, Артикул: 'Н-3' }),
            row({ ...owned, Артикул: 'Н-4', Наименование: 'Шкив', Бренд: 'НЕТ ТАКОГО' }),
            row({ ...owned, Артикул: 'Н-5', Наименование: 'Шкив', Склад: 'Склад № 77' }),
            row({ ...owned, Артикул: 'A-1', Наименование: 'Вал', Производитель: 'змз', 'Цена, ₽': 2 }),
          ],
          { origin: -1 },
        );
        const file = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
        const send = async (fields: Record<string, string>) => {
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) form.append(name, value);
          form.append('file', new Blob([file as BlobPart], { type: TYPES.xlsx }), 'price.xlsx');
          const answer = await shop.call('POST', '/file/upload', { form });
          const body = answer.json<Record<string, unknown> & Pick<UploadAnswer, 'errors'> & { samples: object }>();
          return { ...body, status: answer.statusCode };
        };
        const NEW = { addNewPositionMode: 'on' };
        const asked = expect.arrayContaining([{ kind: 'own-rows-new', text: expect.stringMatching(/2.строки/) }]);
        const plan = await send({ ...NEW, dryRun: '1' });
        expect(plan).toMatchObject({ counts: { created: 2, failed: 3 }, suspicions: asked });
        expect(plan.samples).toMatchObject({
          created: [{ article: 'Н-1', price: '250.50', amount: 3 }, { article: 'Н-2' }],
        });
        expect(await send({ ...NEW, confirm: '0' })).toMatchObject({ status: 409, suspicions: asked });
        expect(await everything(shop)).toHaveLength(1);
        // Where no new positions are wanted they are errors as before.
        expect(await send({})).toMatchObject({ created: 0, failed: 7, unchanged: 1 });
        const done = await send({ ...NEW, confirm: '1' });
        expect(done).toMatchObject({ created: 2, updated: 1, failed: 3, doubtful: asked });
        expect(done.errors.map(({ code }) => code)).toEqual(['own-row-title', 'own-row-owner', 'own-row-owner']);
        expect(await everything(shop)).toMatchObject([
          { article: 'A-1', price: 200, manufacturer: 'ЗМЗ' },
          { article: 'Н-1', price: 25_050, amount: 3, manufacturer: 'ЗМЗ', brand_id: 1, provider_id: 1 },
          { article: 'Н-2', title: 'Ось новая', price: 0 },
        ]);
        expect(await upload(shop, await download(shop, 'xlsx'), 'xlsx')).toMatchObject({ unchanged: 3, failed: 0 });
      }),
  );

  test('rows whose price had expired are skipped, so that the zeros shown do not become prices', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'OLD', price: 100, priceDay: 20_000 }, { article: 'NEW', priceDay: 20_040 });
      shop.now = NOON + 40 * DAY;
      const before = await everything(shop);
      const answer = await upload(shop, await download(shop, 'xlsx'), 'xlsx');
      expect(answer).toMatchObject({ status: 200, updated: 0, unchanged: 1, failed: 0 });
      expect(await everything(shop)).toEqual(before);
    }));

  test('saved again by a spreadsheet as text, it is told what became of its articles', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: '00123' }, { article: '10102000000000' }, { article: 'A-3' });
      const saved = String(await download(shop, 'csv'))
        .replace('00123', '123')
        .replace('10102000000000', '1,0102E+13');
      const answer = await upload(shop, Buffer.from(saved), 'csv');
      expect(answer).toMatchObject({
        status: 200,
        unchanged: 1,
        failed: 2,
        errors: [
          { row: 3, code: 'digits-lost', message: expect.stringContaining('.xlsx') },
          { row: 4, code: 'zeros-lost', message: expect.stringContaining('«00123» потерял нули') },
        ],
      });
    }));

  test('of another installation it is refused row by row', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' }, { article: 'A-2' });
      const file = await download(shop, 'xlsx');
      await shop.bridge.database.write((transaction) =>
        transaction.updateTable('brands').set({ title: 'СОВСЕМ ДРУГОЙ' }).execute(),
      );
      expect(await upload(shop, file, 'xlsx')).toMatchObject({ status: 200, updated: 0, unchanged: 0, failed: 2 });
    }));
});
