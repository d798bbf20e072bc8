import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CrossUploadAnswer } from '../../../contract/catalogue/crosses.ts';
import type { GuessAnswer } from '../../../contract/price-lists/guess.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { type CellValue, writeBook } from '../../support/workbooks.ts';
import { listed, onCard, say } from './said.ts';

vi.setConfig({ testTimeout: 60_000 });

type Rows = readonly (readonly CellValue[])[];

async function bookOf(...sheets: { readonly name: string; readonly rows: Rows }[]): Promise<Blob> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-crosses-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'crosses.xlsx');
  await writeBook(file, { sheets });
  return new Blob([(await readFile(file)) as BlobPart]);
}

async function upload(shop: TestBridge, content: Blob, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', content, 'кроссы.xlsx');
  return shop.call('POST', '/crosses/upload', { form });
}

const said = async (...by: Parameters<typeof upload>): Promise<CrossUploadAnswer> => {
  const answer = await upload(...by);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

const HEAD = ['Артикул', 'Производитель', 'Кросс', 'Производитель кросса'];
const COLUMNS = { startRow: '2', article: 'A', maker: 'B', cross: 'C', crossMaker: 'D' };
const ROWS: Rows = [
  HEAD,
  ['K-1', 'Komatsu', 'B-1', 'Bosch'],
  ['K-1', 'Komatsu', 'M-1; M-2', 'MANN'],
  ['K-1', 'Komatsu', 'b1', 'BOSCH'],
  ['K-2', 'Komatsu', 'нет', null],
  ['K-3', 'Komatsu', 'K-3', 'Komatsu'],
  [null, null, 'X-1', null],
  ['K-4', null, 'P-1\nP-2', 'Bosch; MANN; Sachs'],
];

aboveSql('a sheet of crosses', (open) => {
  test('is tried, said, found in the history, and taken back and brought back', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const [id = 0, other = 0] = await shop.add(
        { article: 'K-1', manufacturer: 'Komatsu' },
        { article: 'B-1', manufacturer: 'Bosch', amount: 1 },
      );
      const book = await bookOf({ name: 'Кросс', rows: ROWS });
      const fields = { ...COLUMNS, sheet: 'Кросс', way: 'both' };
      const plan = await said(shop, book, { ...fields, dryRun: '1' });
      const counts = { created: 3, repeated: 1, unchanged: 0, skipped: 2, failed: 2 };
      expect(plan).toMatchObject({ dryRun: true, runId: null, rows: 7, counts });
      expect(plan.samples.map(({ crossArticle }) => crossArticle)).toEqual(['B-1', 'M-1', 'M-2']);
      expect(plan.errorGroups.map(({ code, rows }) => [code, rows])).toEqual([
        ['cross-of-itself', '6'],
        ['makers-unclear', '8'],
      ]);
      expect(await onCard(shop, id)).toEqual([]);

      const run = await said(shop, book, fields);
      expect(run).toMatchObject({ dryRun: false, counts, samples: plan.samples });
      expect(await onCard(shop, id)).toEqual([['B-1', 'Замена для\u00a0K-1 Komatsu']]);
      expect(await onCard(shop, other)).toEqual([['K-1', 'Замена для\u00a0B-1 Bosch']]);
      expect((await listed(shop, id)).crosses[0]).toMatchObject({
        way: 'both',
        run: { id: run.runId, fileName: 'кроссы.xlsx' },
      });
      expect((await said(shop, book, fields)).counts).toMatchObject({ created: 0, unchanged: 3 });

      const [, first] = (await shop.call('GET', '/import/runs')).json().runs;
      expect(first).toMatchObject({
        id: run.runId,
        kind: 'crosses',
        outcome: 'done',
        isFileKept: true,
        counts,
        canUndo: true,
      });
      const one = (await shop.call('GET', `/import/runs/${run.runId}`)).json();
      expect(one).toMatchObject({ errorCount: 4, errorGroups: plan.errorGroups });

      const errors = await shop.call('GET', `/import/runs/${run.runId}/errors.xlsx`);
      expect([errors.statusCode, errors.rawPayload.length > 1_000]).toEqual([200, true]);

      const undo = (of: number | null, query = '') => shop.call('POST', `/import/runs/${of}/undo${query}`);
      expect((await undo(run.runId, '?dryRun=1')).json()).toMatchObject({
        crossesRemoved: 6,
        crossesRestored: 0,
        removed: 0,
      });
      expect(await onCard(shop, id)).toHaveLength(1);
      const undone = (await undo(run.runId)).json();
      expect(undone).toMatchObject({ crossesRemoved: 6, kept: 0 });
      expect(await onCard(shop, id)).toEqual([]);
      expect((await undo(run.runId)).statusCode).toBe(409);
      const back = (await undo(undone.runId)).json();
      expect(back).toMatchObject({ crossesRemoved: 0, crossesRestored: 6 });
      expect(await onCard(shop, id)).toHaveLength(1);
      expect((await undo(back.runId)).json()).toMatchObject({ crossesRemoved: 6 });
      expect(await onCard(shop, id)).toEqual([]);
      // A list that names them again says them anew.
      expect((await said(shop, book, fields)).counts).toMatchObject({ created: 3, unchanged: 0 });
      expect(await onCard(shop, id)).toHaveLength(1);
    }),
  );

  test('leaves alone what somebody said by hand, also when it is taken back', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'K-1' }, { article: 'B-1', amount: 1 });
      await say(shop, ['B-1', 'K-1', 'replaces']);
      const book = await bookOf({ name: 'Лист', rows: [['K-1', 'B-1']] });
      const run = await said(shop, book, { article: '1', cross: '2', way: 'replaced' });
      expect(run.counts).toMatchObject({ created: 0, unchanged: 1 });
      expect((await shop.call('POST', `/import/runs/${run.runId}/undo`)).statusCode).toBe(409);
      expect((await listed(shop, id)).crosses).toMatchObject([{ way: 'replaced', run: null }]);
    }));

  test('counts in the direction that was chosen', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const [own = 0, cross = 0] = await shop.add({ article: 'K-1' }, { article: 'B-1' });
      const book = await bookOf({ name: 'Лист', rows: [['K-1', 'B-1']] });
      await said(shop, book, { article: '1', cross: '2', way: 'replaces' });
      expect([await onCard(shop, own), (await onCard(shop, cross)).length]).toEqual([[], 1]);
      await said(shop, book, { article: '1', cross: '2', way: 'replaced' });
      expect((await onCard(shop, own)).length).toBe(1);
      expect((await listed(shop, own)).crosses).toMatchObject([{ way: 'both' }]);
    }),
  );

  test('is recognised by its header beside a price list, and read from the kept file', () =>
    withBridge(open, async (shop) => {
      const prices = Array.from({ length: 5 }, (_, at) => [`K-${at}`, `Зуб ковша ${at}`, 100 + at, 3]);
      const crosses = Array.from({ length: 5 }, (_, at) => [`K-${at}`, 'Komatsu', `20Y-70-1452${at}`, 'Esco']);
      const content = await bookOf(
        { name: 'Прайс', rows: [['Артикул', 'Наименование', 'Цена', 'Остаток'], ...prices] },
        { name: 'Кросс', rows: [['Кроссы'], HEAD, ...crosses] },
      );
      const form = new FormData();
      form.append('file', content, 'горная техника.xlsx');
      const { fileId, sheets }: GuessAnswer = (await shop.call('POST', '/file/guess', { form })).json();
      expect(sheets.map(({ notes }) => notes.includes('crosses'))).toEqual([false, true]);
      expect(sheets[1]).toMatchObject({
        startRow: 3,
        columns: { article: 1, manufacturer: 2, cross: 3, crossMaker: 4 },
      });
      const kept = new FormData();
      const fields = { ...COLUMNS, startRow: '3', sheet: 'Кросс', fileId, fileName: 'горная техника.xlsx' };
      for (const [name, value] of Object.entries(fields)) kept.append(name, value);
      const run = await shop.call('POST', '/crosses/upload', { form: kept });
      expect(run.json()).toMatchObject({ counts: { created: 5, failed: 0 } });
    }));

  test('that cannot be read says so, and nothing of it stays', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'K-1' }, { article: 'B-1' });
      const book = await bookOf({ name: 'Лист', rows: [['K-1', 'B-1']] });
      const refusals: [Blob, Readonly<Record<string, string>>, number, RegExp][] = [
        [book, { cross: '2' }, 400, /^article is empty$/],
        [book, { article: '1' }, 400, /^cross is empty$/],
        [book, { article: '1', cross: '1' }, 400, /^cross is empty$/],
        [book, { article: '1', cross: '2', way: 'up' }, 400, /^invalid way$/],
        [book, { article: '1', cross: '2', sheet: 'Нет такого' }, 400, /./],
        [new Blob(['\u0000\u0001\u0002 no book']), { article: '1', cross: '2' }, 400, /excel format/],
      ];
      for (const [content, fields, status, error] of refusals) {
        const answer = await upload(shop, content, fields);
        expect(answer.statusCode, answer.body).toBe(status);
        expect(answer.json().error).toMatch(error);
      }
      const gone = new FormData();
      for (const [name, value] of Object.entries({ article: '1', cross: '2', fileId: 'ffff' }))
        gone.append(name, value);
      expect((await shop.call('POST', '/crosses/upload', { form: gone })).statusCode).toBe(404);
      expect(await onCard(shop, id)).toEqual([]);
      const blank = await bookOf({ name: 'Лист', rows: [['K-1', null]] });
      expect((await said(shop, blank, { article: '1', cross: '2' })).counts).toMatchObject({ created: 0, skipped: 1 });
    }));
});
