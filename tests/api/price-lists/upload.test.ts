import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { UploadProgress } from '../../../contract/catalogue/runs.ts';
import { XLS_TYPE, XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { SUPPLIER_COUNTS, SUPPLIER_FORM } from '../../fixtures/pricelists/supplier-rows.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { encodeAs } from '../../support/encodings.ts';
import type { Answer } from '../../support/request.ts';

vi.setConfig({ testTimeout: 60_000 });

const LIST = 'A-1;Фильтр;5\nA-2;Кольцо;6\n';
const OWNER = { brandId: '1', providerId: '1', addNewPositionMode: 'on' };

interface Sent {
  readonly fields?: Record<string, string>;
  readonly content?: string | Buffer;
  readonly type?: string;
  readonly name?: string;
}

function formOf({ fields = OWNER, content = LIST, type = XLS_TYPE, name = 'price.xls' }: Sent = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content as BlobPart], { type }), name);
  return form;
}

const upload = ({ call }: TestBridge, sent?: Sent): Promise<Answer> =>
  call('POST', '/file/upload', { form: formOf(sent) });
const error = (answer: Answer) => [answer.statusCode, answer.json<{ error: string }>().error];

/** A list that takes the importer a while. */
const longList = (rows: number) =>
  Array.from({ length: rows }, (_, at) => `A-${at};Фильтр масляный ${at};${at};1;`).join('\n');

aboveSql('the upload of a price list', (open) => {
  test('answers with the counts when it is committed, and the search finds the new rows', () =>
    withBridge(open, async (shop) => {
      const content = await readFile(join(import.meta.dirname, '../../fixtures/pricelists/supplier.xlsx'));
      const fields = { ...OWNER, ...SUPPLIER_FORM };
      const answer = await upload(shop, { fields, content, type: XLSX_TYPE, name: 'supplier.xlsx' });
      const { applied, ...counts } = SUPPLIER_COUNTS;
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ ...counts, runId: 1, created: applied - 1, unchanged: 1 });
      const found = await shop.call('GET', '/search/?query=РП6РК1100', { as: null });
      expect(found.json()).toMatchObject({ positions: [{ title: 'Ремень поликлиновой 6PK1100 усиленный' }] });
      expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
    }));

  test('is refused in the order and the words of the API', () =>
    withBridge(open, async (shop) => {
      const { call } = shop;
      expect(error(await upload(shop, { content: '' }))).toEqual([400, 'файл Excel не получен']);
      expect(error(await call('POST', '/file/upload', { json: OWNER }))).toEqual([400, 'file not uploaded']);
      const two = formOf();
      two.append('other', new Blob([LIST], { type: XLS_TYPE }), 'b.xls');
      expect(error(await call('POST', '/file/upload', { form: two }))).toEqual([400, 'more than one file received']);
      const other = new FormData();
      other.append('price', new Blob([LIST], { type: XLS_TYPE }), 'b.xls');
      expect(error(await call('POST', '/file/upload', { form: other }))).toEqual([400, 'field name "file" is empty']);
      const twice = formOf();
      twice.append('file', new Blob([LIST], { type: XLS_TYPE }), 'b.xls');
      expect(error(await call('POST', '/file/upload', { form: twice }))).toEqual([
        400,
        'more than 1 file received by field "file"',
      ]);
      expect(error(await upload(shop, { content: Buffer.from('89504e470d0a1a0a00', 'hex') }))).toEqual([
        400,
        'file must be in excel format',
      ]);
      const without = (name: string, value = '') => ({ fields: { ...OWNER, [name]: value } });
      expect(error(await upload(shop, without('brandId')))).toEqual([400, 'brand not found']);
      expect(error(await upload(shop, without('brandId', '99')))).toEqual([400, 'brand not found']);
      expect(error(await upload(shop, without('providerId', 'x')))).toEqual([400, 'provider not found']);
      expect(error(await upload(shop, without('currency', 'тугрики')))).toEqual([400, 'unknown currency']);
      for (const rate of ['0', '-1', 'дорого']) {
        const fields = { ...OWNER, currency: 'EUR', rate };
        expect(error(await upload(shop, { fields }))).toEqual([400, 'invalid rate']);
      }
      expect(error(await upload(shop, without('rate', '90')))).toEqual([400, 'invalid rate']);
      expect(error(await upload(shop, without('article')))).toEqual([400, 'article is empty']);
      for (const column of ['513', 'SS', '99999', 'ZZZZ'])
        expect(error(await upload(shop, without('amount', column)))).toEqual([400, 'column is over 512']);
      expect((await call('POST', '/file/upload', { form: formOf(), as: null })).statusCode).toBe(401);
      expect((await call('POST', '/file/upload', { form: formOf(), as: 'user-token' })).statusCode).toBe(403);
      expect(await shop.bridge.database.read.selectFrom('import_runs').select('id').execute()).toEqual([]);
    }));

  test('looks at the content of a file only, whatever it is declared as', () =>
    withBridge(open, async (shop) => {
      const declared = ['', 'application/octet-stream', 'application/zip', 'application/x-msexcel', 'text/plain'];
      for (const type of [...declared, 'text/csv', 'image/png'])
        expect([type, (await upload(shop, { type, name: 'price' })).statusCode]).toEqual([type, 200]);
      const prose = 'Dear sirs,\nplease find our list attached.\n';
      for (const type of [XLSX_TYPE, 'text/plain']) {
        const refused = await upload(shop, { type, content: prose });
        expect(error(refused)).toEqual([400, 'file must be in excel format']);
      }
    }));

  test('tells how a text was read, where it is damaged and that nothing was found in it', () =>
    withBridge(open, async (shop) => {
      const NO_STOCK = { code: 'no-stock-column', row: 0 };
      const list = 'A-1;Фильтр масляный;5\nA-2;Кольцо уплотнительное;6\n';
      const old = await upload(shop, { content: encodeAs('ibm866', list) });
      expect(old.json()).toMatchObject({ created: 2, encoding: 'ibm866', warnings: [NO_STOCK] });
      const bytes = Buffer.from(list);
      bytes[bytes.indexOf('Кольцо')] = 0xff;
      const damaged = await upload(shop, { content: bytes });
      expect(damaged.json()).toMatchObject({
        encoding: 'utf-8',
        errors: [{ code: 'damaged-text', row: 2, column: 'B', message: expect.stringContaining('повреждён') }],
        warnings: [NO_STOCK],
      });
      const behind = await upload(shop, { content: list, fields: { ...OWNER, startRow: '9' } });
      expect(behind.json()).toMatchObject({
        created: 0,
        warnings: [{ code: 'no-rows', row: 0, column: null, message: expect.stringContaining('строки 9') }],
      });
    }));

  test('says in Russian what is wrong with a file, and the run keeps it', () =>
    withBridge(open, async (shop) => {
      const answer = await upload(shop, { content: 'PK\x03\x04 cut' });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'TRUNCATED', error: expect.stringContaining('обрывается') });
      const runs = await shop.bridge.database.read.selectFrom('import_runs').selectAll().execute();
      expect(runs).toMatchObject([
        { state: 'failed', error: expect.stringContaining('обрывается'), file_name: 'price.xls' },
      ]);
      expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
    }));

  test('tells its progress to a watcher that came first, and the result to one that comes later', () =>
    withBridge(open, async (shop) => {
      const uploadId = randomUUID();
      const watching = shop.call('GET', `/file/upload/${uploadId}/progress`);
      const answer = await upload(shop, { fields: { uploadId, ...OWNER }, content: longList(3_000) });
      const watched = await watching;
      expect(watched.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      });
      const events = eventsOf(watched);
      const phases = [...new Set(events.map(({ phase }) => phase))];
      expect(phases[0]).toBe('waiting');
      expect(phases).toEqual(expect.arrayContaining(['receiving', 'reading', 'done']));
      expect(events.at(-1)).toMatchObject({ phase: 'done', rows: 3_000, percent: 100, result: answer.json() });
      const later = eventsOf(await shop.call('GET', `/file/upload/${uploadId}/progress`));
      expect(later).toEqual([events.at(-1)]);
      expect(error(await upload(shop, { fields: { uploadId, ...OWNER } }))).toEqual([409, 'upload id already used']);
      expect(error(await upload(shop, { fields: { uploadId: 'x', ...OWNER } }))).toEqual([400, 'invalid upload id']);
    }));

  test('refuses an id that a run before the last start of the server had', () =>
    withBridge(open, async (shop) => {
      const uploadId = randomUUID();
      const run = { upload_id: uploadId, uid: 'admin', file_name: 'a', settings: '', state: 'done' as const };
      await shop.bridge.database.write((transaction) =>
        transaction
          .insertInto('import_runs')
          .values({ ...run, started_at: 1 })
          .execute(),
      );
      const answer = await upload(shop, { fields: { uploadId, ...OWNER } });
      expect(error(answer)).toEqual([409, 'upload id already used']);
    }));

  test('stopped with the server leaves a run marked as interrupted', () =>
    withBridge(open, async (shop) => {
      const uploading = upload(shop, { content: longList(40_000), fields: { uploadId: randomUUID(), ...OWNER } });
      const { read } = shop.bridge.database;
      const runs = () => read.selectFrom('import_runs').select('state').execute();
      // One that only waits for its turn is left to another process.
      const begun = () => read.selectFrom('import_runs').select('id').where('began_at', 'is not', null).execute();
      await vi.waitUntil(async () => (await begun()).length > 0, { timeout: 30_000, interval: 20 });
      await shop.app.close();
      expect((await uploading).statusCode).toBe(409);
      expect(await runs()).toEqual([{ state: 'interrupted' }]);
      expect(await shop.bridge.database.read.selectFrom('positions').select('id').execute()).toEqual([]);
    }));

  test('shows its progress to its user only', () =>
    withBridge(open, async (shop) => {
      const uploadId = randomUUID();
      await upload(shop, { fields: { uploadId, ...OWNER } });
      for (const path of [`/file/upload/${uploadId}/progress`, `/file/upload/nonsense/progress`]) {
        const stranger = await shop.call('GET', path, { as: 'user-token' });
        expect(stranger.statusCode).toBe(403);
      }
      expect(error(await shop.call('GET', '/file/upload/nonsense/progress'))).toEqual([404, 'upload not found']);
      expect(error(await shop.call('DELETE', `/file/upload/${randomUUID()}`))).toEqual([404, 'upload not found']);
    }));

  test('security 28: cancelled in the middle leaves nothing of the run and a truthful report', () =>
    withBridge(open, async (shop) => {
      const uploadId = randomUUID();
      const uploading = upload(shop, { fields: { uploadId, ...OWNER }, content: longList(40_000) });
      await vi
        .waitUntil(
          async () => {
            const runs = await shop.bridge.database.read.selectFrom('import_runs').select('state').execute();
            return runs[0]?.state === 'running';
          },
          { timeout: 30_000, interval: 20 },
        )
        .catch(() => {});
      const cancelling = await shop.call('DELETE', `/file/upload/${uploadId}`);
      expect([cancelling.statusCode, cancelling.json()]).toEqual([200, { message: 'upload cancelled' }]);
      expect(error(await uploading)).toEqual([409, 'upload cancelled']);
      expect(await shop.bridge.database.read.selectFrom('positions').select('id').execute()).toEqual([]);
      expect(await shop.bridge.database.read.selectFrom('import_changes').selectAll().execute()).toEqual([]);
      const [run] = await shop.bridge.database.read.selectFrom('import_runs').selectAll().execute();
      expect(run).toMatchObject({ state: 'failed', error: 'upload cancelled' });
      expect(eventsOf(await shop.call('GET', `/file/upload/${uploadId}/progress`)).at(-1)).toMatchObject({
        phase: 'failed',
      });
      expect(await readdir(join(shop.filesFolder, 'incoming'))).toEqual([]);
    }));
});

const eventsOf = (answer: Answer): UploadProgress[] =>
  answer.payload
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)) as UploadProgress);
