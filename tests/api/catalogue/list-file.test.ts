import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ListFileAnswer } from '../../../contract/catalogue/parts.ts';
import { LIST_FILE_MAX, SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { CAPS } from '../../../server/platform/sheet-reader/messages.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { writeBook, writeZip } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';

vi.setConfig({ testTimeout: 60_000 });

type Sheets = Parameters<typeof writeBook>[1]['sheets'];

async function bookOf(...sheets: Sheets): Promise<Buffer> {
  const file = join(await workFolder(), 'list.xlsx');
  await writeBook(file, { sheets });
  return readFile(file);
}

/** Each from an address of its own, as far as a test does not say where from. */
let clients = 0;
function send({ call }: TestBridge, content: string | Buffer, from = `10.0.0.${++clients}`): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), 'list.xlsx');
  return call('POST', '/search/list/file', { form, as: null, from });
}

async function linesOf(bridge: TestBridge, content: string | Buffer): Promise<ListFileAnswer> {
  const answer = await send(bridge, content);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

aboveSql('a file of wanted articles', (open) => {
  test('becomes lines with quantities, by its headings or by what stands in it', () =>
    withBridge(open, async (shop) => {
      const book = await bookOf(
        { name: 'Письмо', rows: [['Просим поставить'], [null]] },
        {
          name: 'Заявка',
          rows: [
            ['ООО «Карьер»'],
            ['№', 'Наименование', 'Каталожный номер', 'Заказ', 'Производитель'],
            [1, 'Вал 15', '740-1', 3, 'КАМАЗ'],
            [2, 'Ось', '00123', null, null],
            [3, 'Кольцо', null, 5, null],
            [4, 'Втулка', '740-3', 0, null],
            [5, 'Втулка', '740-4', 'уточнить', null],
          ],
        },
      );
      expect(await linesOf(shop, book)).toEqual({
        lines: ['740-1\t3 шт\tКАМАЗ', '00123\t1 шт', '740-3\t0', '740-4\tшт'],
        ...{ rows: 4, hasMore: false, sheet: 'Заявка' },
      });
      expect((await linesOf(shop, '740-1;2\n740-2;3\n740-3;4\n740-4;10\n')).lines).toEqual([
        ...['740-1\t2 шт', '740-2\t3 шт', '740-3\t4 шт', '740-4\t10 шт'],
      ]);
      expect((await linesOf(shop, '740-1\n740-2\n')).lines).toEqual(['740-1', '740-2']);
    }));

  test.each([
    ['blanks', `q;1${' '.repeat(100_000)}x`],
    ['digits', `q;${'1 '.repeat(50_000)}x`],
    ['points', `q;${'1.'.repeat(50_000)}x`],
    ['quotation marks', `${'«'.repeat(100_000)};1`],
    ['marks of articles', `${'арт,'.repeat(25_000)};1`],
  ])('security 80: a cell full of %s costs no more than it is long', (_, row) =>
    withBridge(open, async (shop) => {
      const { lines } = await linesOf(shop, `740-1;2\n${row}\n`);
      expect(lines[0]).toContain('740-1');
    }),
  );

  test('is cut at what a list takes, and the others are counted', () =>
    withBridge(open, async (shop) => {
      const rows = Array.from({ length: 20_000 }, (_, at) => `740-${at};${(at % 9) + 1}`);
      const { lines, ...rest } = await linesOf(shop, `Артикул;Кол-во\n${rows.join('\n')}`);
      expect(lines).toHaveLength(SEARCH_LIST_MAX);
      expect(lines[1]).toBe('740-1\t2 шт');
      expect(rest).toEqual({ rows: 10_000, hasMore: true, sheet: '' });
    }));

  test('security 26: that is none, is empty or is too large is refused in words, and nothing of it stays', () =>
    withBridge(open, async (shop) => {
      const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
      for (const [content, status] of [
        [png, 400],
        [Buffer.alloc(0), 400],
        [(await bookOf({ name: 'A', rows: [['740-1', 2]] })).subarray(0, 300), 400],
        ['x'.repeat(LIST_FILE_MAX + 1), 413],
      ] as const) {
        const answer = await send(shop, content);
        expect(answer.statusCode, answer.body).toBe(status);
      }
      expect((await linesOf(shop, '\n\n;;\n')).lines).toEqual([]);
      expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
    }));

  test('security 48: of one client is read so often and no more', () =>
    withBridge(open, async (shop) => {
      const times = 10;
      for (let sent = 0; sent < times; sent += 1)
        expect((await send(shop, Buffer.alloc(0), '10.9.9.9')).statusCode).toBe(400);
      const refused = await send(shop, '740-1;2', '10.9.9.9');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
    }));

  test('security 105: that takes more than it may is read a few times a minute from one site, and honest ones go on', () =>
    withBridge(open, async (shop) => {
      const times = 4;
      const path = join(await workFolder(), 'price.zip');
      await writeZip(path, { 'price.csv': Buffer.alloc(CAPS.zippedBytes + 1, 'A;') });
      const costly = await readFile(path);
      const honest = '740-1;2\n740-2;3\n740-3;4\n';
      for (let sent = 0; sent <= times; sent += 1)
        expect((await send(shop, honest, `2001:db8:9:${sent}::1`)).statusCode).toBe(200);
      for (let sent = 0; sent < times; sent += 1)
        expect((await send(shop, costly, `2001:db8:9:${sent}::2`)).json()).toMatchObject({
          code: expect.stringMatching(/^TOO_/),
        });
      const refused = await send(shop, costly, '2001:db8:9:77::1');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
      expect((await send(shop, honest, '2001:db8:10::1')).statusCode).toBe(200);
    }));

  test('security 105: that nobody waits for any more frees the reader', () =>
    withBridge(open, async (shop) => {
      const address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
      const slow = `Артикул;Кол-во\n${Array.from({ length: 200_000 }, (_, at) => `740-${at};2`).join('\n')}`;
      const wish = async (content: string, signal?: AbortSignal) => {
        const form = new FormData();
        form.append('file', new Blob([content]), 'list.csv');
        return fetch(`${address}/api/bridge/search/list/file`, { method: 'POST', body: form, signal: signal ?? null });
      };
      const client = new AbortController();
      const left = wish(slow, client.signal);
      await expect.poll(() => readdir(join(shop.filesFolder, 'incoming'))).not.toEqual([]);
      client.abort();
      await expect(left).rejects.toThrow();
      await expect.poll(() => readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
      expect((await wish('740-1;2\n740-2;3\n740-3;4\n')).status).toBe(200);
    }));
});
