import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { GuessAnswer } from '../../../contract/price-lists/guess.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { writeBook } from '../../support/workbooks.ts';

vi.setConfig({ testTimeout: 60_000 });

const ROWS = Array.from({ length: 12 }, (_, at) => [`Ф-${at}01`, `Фильтр масляный ${at}`, 100.5 + at, at % 3]);

async function bookOf(...sheets: Parameters<typeof writeBook>[1]['sheets']): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-guess-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'price.xlsx');
  await writeBook(file, { sheets });
  return readFile(file);
}

function guess({ call }: TestBridge, content: string | Buffer, as?: string | null): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), 'price.xlsx');
  return call('POST', '/file/guess', { form, ...(as === undefined ? {} : { as }) });
}

aboveSql('the guess of a layout', (open) => {
  test('tells every visible sheet of a book, and writes nothing', () =>
    withBridge(open, async (shop) => {
      const head = ['Артикул', 'Наименование', 'Цена', 'Остаток'];
      const content = await bookOf(
        { name: 'Фильтры', rows: [head, ...ROWS] },
        { name: 'Служебный', hidden: true, rows: [['x']] },
        { name: 'Масла', rows: [['Прайс'], ['Код', 'Товар', 'Цена'], ...ROWS.map((row) => row.slice(0, 3))] },
        { name: 'Пусто', rows: [] },
      );
      const answer = await guess(shop, content);
      expect(answer.statusCode).toBe(200);
      const { sheets } = answer.json<GuessAnswer>();
      expect(sheets.map(({ name, startRow }) => [name, startRow])).toEqual([
        ['Фильтры', 2],
        ['Масла', 3],
        ['Пусто', 1],
      ]);
      expect(sheets[0]).toMatchObject({
        columns: { article: 1, title: 2, price: 3, amount: 4, manufacturer: null },
        prices: [3],
        rows: [head, ...ROWS.map((row) => row.map(String))],
      });
      expect(sheets[1]).toMatchObject({ columns: { article: 1, title: 2 }, notes: ['article from code'] });
      expect(sheets[2]).toMatchObject({ certainty: 0 });
      const { rows } = await shop.bridge.database.read
        .selectFrom('import_runs')
        .selectAll()
        .execute()
        .then((found) => ({ rows: found }));
      expect(rows).toEqual([]);
      expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
    }));

  test('reads a text file as one sheet, and our own price list as any other', () =>
    withBridge(open, async (shop) => {
      const text = ['Артикул;Наименование;Цена', ...ROWS.map((row) => row.slice(0, 3).join(';'))].join('\n');
      const { sheets } = (await guess(shop, text)).json<GuessAnswer>();
      expect(sheets).toMatchObject([{ startRow: 2, columns: { article: 1, title: 2, price: 3 } }]);
    }));

  test('refuses what is no price list, and whoever may not upload one', () =>
    withBridge(open, async (shop) => {
      const refused = await guess(shop, Buffer.from('%PDF-1.7\n%\u00e2\u00e3'));
      expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
        400,
        'file must be in excel format',
      ]);
      const empty = await guess(shop, '');
      expect([empty.statusCode, empty.json()]).toMatchObject([
        400,
        { code: 'EMPTY', error: expect.stringMatching(/^Файл пуст: /) },
      ]);
      // A text under the name of a book, with nothing of a price list; one with columns is read.
      const fake = await guess(shop, 'Здравствуйте! Прайс будет в понедельник, 12 числа.\nС уважением');
      expect([fake.statusCode, fake.json()]).toMatchObject([400, { code: 'NOT_AS_NAMED' }]);
      const text = ['Артикул;Наименование;Цена', ...ROWS.map(([a, b, c]) => `${a};${b};${c}`)].join('\n');
      expect((await guess(shop, text)).statusCode).toBe(200);
      const broken = await guess(shop, Buffer.from('PK\x03\x04 и ничего больше'));
      expect([broken.statusCode, typeof broken.json().code]).toEqual([400, 'string']);
      expect((await guess(shop, 'a;b', null)).statusCode).toBe(401);
      expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
    }));
});
