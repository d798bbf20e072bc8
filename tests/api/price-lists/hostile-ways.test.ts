import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import XLSX from '@e965/xlsx';
import { expect, test, vi } from 'vitest';
import type { RunPage, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { CAPS } from '../../../server/platform/sheet-reader/messages.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { writeBook, writeZip } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { USUAL } from './catalogue.ts';

vi.setConfig({ testTimeout: 180_000 });

type Fields = Readonly<Record<string, string>>;
const HEAD = 'Артикул;Наименование;Цена;Остаток';

async function send({ call }: TestBridge, path: string, content: Buffer | string, fields: Fields = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...USUAL, ...fields })) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(Buffer.from(content as string))]), 'price');
  return call('POST', path, { form });
}

/** Every kind of upload: a guess, a dry run, a run, one that asks, one that is confirmed. */
const WAYS: readonly (readonly [path: string, fields: Fields])[] = [
  ['/file/guess', {}],
  ['/file/upload', { dryRun: '1' }],
  ['/file/upload', {}],
  ['/file/upload', { confirm: '0' }],
  ['/file/upload', { confirm: '1' }],
];

async function stateOf(shop: TestBridge) {
  const { read } = shop.bridge.database;
  const positions = await read.selectFrom('positions').selectAll().orderBy('id').execute();
  const state = await read.selectFrom('catalogue_state').selectAll().executeTakeFirst();
  return { positions, state, incoming: await readdir(join(shop.filesFolder, 'incoming')) };
}

/** The cells of a workbook that this shop wrote; none of them may be a formula. */
function inertLines({ rawPayload }: Answer): string[][] {
  const book = XLSX.read(rawPayload, { cellFormula: true });
  const [sheet = {}] = Object.values(book.Sheets);
  for (const [place, cell] of Object.entries(sheet))
    if (!place.startsWith('!')) expect([place, (cell as XLSX.CellObject).f]).toEqual([place, undefined]);
  return XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false });
}

aboveSql('a hostile file', (open) => {
  test('security 26, 27: is refused in every way in, in words, and nothing of it stays', () =>
    withBridge(open, async (shop) => {
      const folder = await workFolder();
      const path = (name: string) => join(folder, name);
      await writeZip(path('bomb'), { 'price.csv': Buffer.alloc(CAPS.zippedBytes + 1, 'A;') });
      const xml = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet>&b;</worksheet>';
      await writeBook(path('entities'), { sheets: [{ name: 'Прайс', xml }] });
      await writeBook(path('whole'), { sheets: [{ name: 'Прайс', rows: [['A-1', 'Вал', 5, 1]] }] });
      await writeFile(path('cut'), (await readFile(path('whole'))).subarray(0, 300));
      await send(shop, '/file/upload', `${HEAD}\nA-1;Вал;5;1`);
      const before = await stateOf(shop);
      for (const name of ['bomb', 'entities', 'cut'])
        for (const [way, fields] of WAYS) {
          const answer = await send(shop, way, await readFile(path(name)), fields);
          expect([name, way, answer.statusCode]).toEqual([name, way, 400]);
          expect(answer.json().error).toMatch(/[а-яё]|excel/iu);
        }
      expect(await stateOf(shop)).toEqual(before);
      const { runs } = (await shop.call('GET', '/import/runs')).json<RunPage>();
      expect(new Set(runs.slice(0, -1).map(({ outcome }) => outcome))).toEqual(new Set(['failed']));
    }));

  test('security 30, 31: is read alike by a dry run and a run, which does nothing the second time', () =>
    withBridge(open, async (shop) => {
      const cells = ['1 234,50 ₽', '1,234.50', '1e5', '#N/A', '-5', '01.02.2024', 'Звоните', '5 EUR', '', '0'];
      const rows = cells.map((price, at) => `A-${at};Вал ${at};${price};<5`);
      const list = [HEAD, ...rows, 'А 0;Вал 0;7;1'].join('\n');
      const plan = (await send(shop, '/file/upload', list, { dryRun: '1' })).json();
      const run = (await send(shop, '/file/upload', list)).json<UploadAnswer>();
      expect(run.counts).toEqual(plan.counts);
      expect(run.failed).toBeGreaterThan(2);
      const before = await stateOf(shop);
      const again = (await send(shop, '/file/upload', list)).json<UploadAnswer>();
      expect(again).toMatchObject({ created: 0, updated: 0, failed: run.failed });
      expect(await stateOf(shop)).toEqual(before);
    }));

  test('security 34: puts no formula into the workbooks of errors, of changes or of a choice', () =>
    withBridge(open, async (shop) => {
      const titles = [`=cmd|'/C calc'!A0`, '-40°C', '@x', '+7', '=HYPERLINK "http://a"'];
      const list = [HEAD, ...titles.map((title, at) => `A-${at};${quoted(title)};${at < 3 ? '=1+' : 5};1`)];
      const { runId, failed, created } = (await send(shop, '/file/upload', list.join('\n'))).json<UploadAnswer>();
      expect([failed, created]).toEqual([3, 2]);
      const book = (name: string) => shop.call('GET', `/import/runs/${runId}/${name}`);
      const errors = inertLines(await book('errors.xlsx'));
      expect(errors.slice(1).map(([, title]) => title)).toEqual(titles.slice(0, 3));
      expect(JSON.stringify(inertLines(await book('changes.xlsx')))).toContain('HYPERLINK');
      const choice = inertLines(await shop.call('GET', '/positions/export?format=xlsx'));
      expect(choice.slice(1).map((line) => line[2])).toEqual(titles.slice(3).reverse());

      // Corrected in the workbook itself, the rows are what they were but for the price.
      const corrected = XLSX.read((await book('errors.xlsx')).rawPayload);
      const [sheet = {}] = Object.values(corrected.Sheets);
      XLSX.utils.sheet_add_aoa(sheet, [[7], [7], [7]], { origin: 'C2' });
      const back = XLSX.write(corrected, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
      expect((await send(shop, '/file/upload', back)).json<UploadAnswer>()).toMatchObject({ created: 3 });
      const stored = (await stateOf(shop)).positions.map(({ title }) => title);
      expect(stored.toSorted()).toEqual(titles.toSorted());
    }));

  test('security 35: meets an export of a choice in one moment of the catalogue', () =>
    withBridge(open, async (shop) => {
      const list = (price: number) =>
        [HEAD, ...Array.from({ length: 300 }, (_, at) => `A-${at};Вал ${at};${price};1`)].join('\n');
      await send(shop, '/file/upload', list(100));
      const [answer] = await Promise.all([
        shop.call('GET', '/positions/export?format=xlsx'),
        send(shop, '/file/upload', list(200)),
      ]);
      const prices = inertLines(answer)
        .slice(1)
        .map((line) => line[3]);
      expect([prices.length, new Set(prices).size]).toEqual([300, 1]);
    }));
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
