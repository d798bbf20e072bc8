import { expect, test, vi } from 'vitest';
import { type ShopService, shopServiceOver } from '../../../server/operations/services/shop.ts';
import { folderStores } from '../../../server/platform/files/file-store.ts';
import type { Mail } from '../../../server/platform/mail/mail.ts';
import { keptFilesIn } from '../../../server/price-lists/runs/order.ts';
import { openImportQueue } from '../../../server/price-lists/runs/queue.ts';
import { markInterruptedRuns, startRun } from '../../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../../server/price-lists/settings/import-settings.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { withoutShop } from '../../support/informator.ts';
import { USUAL } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

function upload({ call }: TestBridge, price: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...USUAL, ...fields })) form.append(name, value);
  const rows = Array.from({ length: 20 }, (_, at) => `A-${at};Фильтр масляный ${at};${price};2`);
  const text = ['Артикул;Наименование;Цена;Остаток', ...rows].join('\n');
  form.append('file', new Blob([text]), `Прайс за ${price}.csv`);
  return call('POST', '/file/upload', { form });
}

/** A bridge whose mails are caught; what sends them may be taken for another server. */
async function withMails(
  open: Parameters<typeof withBridge>[0],
  run: (shop: TestBridge, mails: Mail[], settings: Parameters<typeof shopServiceOver>[1]) => Promise<void>,
): Promise<void> {
  const mails: Mail[] = [];
  const transport = { send: async (mail: Mail) => void mails.push(withoutShop(mail)) };
  const shop = { name: 'Запчасти', phone: '', companyEmail: '', siteAddress: () => 'http://a.example' };
  const requests = { mail: { secrets: ['secret of the test'] as const, transport, shop } };
  await withBridge(
    open,
    (bridge) => run(bridge, mails, { ...bridge.bridge.context, filesFolder: bridge.filesFolder, requests }),
    { requests },
  );
}

const delivered = (bridge: ShopService) => bridge.requests.outbox?.deliver();

aboveSql('mails about imports', (open) => {
  test('a run that is done or refused is mailed once to whoever asked, and to nobody else', () =>
    withMails(open, async (shop, mails) => {
      await upload(shop, '100', { mail: '1' });
      await upload(shop, '101', {});
      expect((await upload(shop, '5000', { mail: '1', confirm: '0' })).statusCode).toBe(409);
      await delivered(shop.bridge);
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['admin@parts.example', 'Прайс «Прайс за\u00a0100.csv»: загружен'],
        ['admin@parts.example', 'Прайс «Прайс за\u00a05000.csv»: не\u00a0загружен'],
      ]);
      const [done, refused] = mails.map(({ text }) => text.replaceAll('\u00a0', ' '));
      expect(done).toContain(
        'Загрузка № 1, Прайс за 100.csv, поставщик «Поставщик», бренд «ТЕСТ».\n\nИтоги: новые — 20.',
      );
      expect(done).toContain('http://a.example/catalog/edit/imports/1');
      expect(refused).toContain('Прайс выглядит неверно. В каталоге ничего не изменилось.');
    }));

  test('a run that waits may be asked about and the wish taken back; one that has ended may not', () =>
    withMails(open, async (shop, mails) => {
      const settings = settingsOf(USUAL);
      const start = { uploadId: null, uid: 'somebody', fileName: 'Ночной.csv', settings };
      const runId = await startRun(shop.bridge.database, start, 1);
      const ask = (id: number | string) => shop.call('POST', `/import/runs/${id}/mail`);
      const isMailed = async () => (await shop.call('GET', `/import/runs/${runId}`)).json().isMailed;
      expect(await isMailed()).toBe(false);
      expect((await ask(runId)).statusCode).toBe(200);
      expect((await ask(runId)).statusCode).toBe(200);
      expect(await isMailed()).toBe(true);
      expect((await shop.call('DELETE', `/import/runs/${runId}/mail`)).statusCode).toBe(200);
      expect(await isMailed()).toBe(false);
      expect((await ask(runId)).statusCode).toBe(200);
      expect((await ask(77)).statusCode).toBe(404);
      expect((await ask('x')).statusCode).toBe(404);
      await delivered(shop.bridge);
      expect(mails).toEqual([]);

      await upload(shop, '100', {});
      const again = await ask(2);
      expect([again.statusCode, again.json().error]).toEqual([409, 'run already ended']);
      expect((await shop.call('POST', `/import/runs/${runId}/mail`, { as: null })).statusCode).toBe(401);
    }));

  test('a run that died with its server is mailed by the next one, once, however many look', { tags: ['store'] }, () =>
    withMails(open, async (shop, mails, settings) => {
      const { database } = shop.bridge;
      const run = { uploadId: null, uid: 'admin', fileName: 'Ночной.csv', settings: settingsOf(USUAL) };
      await startRun(database, { ...run, mailTo: 'admin@parts.example' }, 1);
      const again = () => shopServiceOver({ ...database, close: async () => {} }, settings);
      const next = await again();
      await delivered(next);
      await next.close();
      const another = await again();
      await delivered(another);
      await another.close();
      expect(mails.map(({ subject }) => subject.replaceAll('\u00a0', ' '))).toEqual([
        'Прайс «Ночной.csv»: загрузка не закончена',
      ]);
      expect(mails[0]?.text.replaceAll('\u00a0', ' ')).toContain(
        'Сервер остановился раньше, чем она закончилась. В каталоге ничего не изменилось. Загрузите файл ещё раз.',
      );
    }),
  );

  test('an end that the database does not take is written down as soon as it does', () =>
    withMails(open, async (shop) => {
      const { context } = shop.bridge;
      let refuses = false;
      const database = {
        ...context.database,
        write: (...args: Parameters<typeof context.database.write>) =>
          refuses ? Promise.reject(new Error('disk full')) : context.database.write(...args),
      } as typeof context.database;
      const told = vi.fn(async () => {});
      const queue = openImportQueue(
        { ...context, database },
        keptFilesIn(folderStores(shop.filesFolder, () => NOON).of('')),
        { again: 20, mailEndedRuns: told },
      );
      const note = () =>
        startRun(database, { uploadId: null, uid: 'admin', fileName: 'a.csv', settings: settingsOf(USUAL) }, 1);
      const work = async () => {
        refuses = true;
        throw new Error('the run fails');
      };
      const run = queue.inTurn({ note, later: {}, work });
      await expect(run).rejects.toThrow('the run fails');
      const state = async () =>
        (await context.database.read.selectFrom('import_runs').select('state').executeTakeFirst())?.state;
      expect(await state()).toBe('running');
      expect(told).not.toHaveBeenCalled();
      refuses = false;
      await vi.waitUntil(async () => (await state()) === 'failed', { timeout: 10_000 });
      await vi.waitUntil(() => told.mock.calls.length === 1, { timeout: 10_000 });
      expect(await markInterruptedRuns(context.database, 5)).toBe(0);
      await queue.stop();
    }));
});
