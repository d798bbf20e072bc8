import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import XLSX from '@e965/xlsx';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweepCatalogue } from '../../../server/catalogue/changes/upkeep.ts';
import { shopServiceOver } from '../../../server/operations/services/shop.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { writtenAt } from '../../support/written-at.ts';

const DAY = 86_400_000;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function download({ call }: TestBridge): Promise<unknown[][]> {
  const { rawPayload } = await call('GET', '/file/download', { as: null });
  const sheet = XLSX.read(rawPayload).Sheets.Прайс ?? {};
  return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true }).slice(1);
}

const filesOf = ({ filesFolder }: TestBridge) => readdir(join(filesFolder, 'pricelists'));

/** Many plain rows at once, without their place in the search index. */
async function fill({ bridge }: TestBridge, rows: number, titleLength: number): Promise<void> {
  const text = 'Деталь '.repeat(Math.ceil(titleLength / 7)).slice(0, titleLength);
  const numbers = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(rows)})`;
  await bridge.database.write(async (transaction) => {
    await sql`INSERT INTO article_keys (key) VALUES ('k')`.execute(transaction);
    await sql`${numbers} INSERT INTO positions (provider_id, brand_id, key_id, manufacturer_key, article, title, price,
      amount, price_day, alias, created_at, updated_at)
      SELECT 1, 1, (SELECT id FROM article_keys WHERE key = 'k'), CAST(i AS TEXT), 'A-' || i, ${sql.lit(text)}, 100,
      1, 20000, 'a' || i, 0, 0 FROM n`.execute(transaction);
  });
}

aboveSql('the price list', (open) => {
  test('holds every position, newest first, with the provider as a warehouse number only', () =>
    withBridge(open, async (shop) => {
      const ids = await shop.add(
        { article: '00123', title: 'Фильтр', price: 165_028, amount: 2.5, manufacturer: 'TOYOTA' },
        { article: 'А-2', title: '=1+1', price: 0, amount: 0 },
      );
      const answer = await shop.call('GET', '/file/download/', { as: null });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': XLSX_TYPE,
        'content-disposition': 'attachment; filename="price.xlsx"',
        'content-length': String(answer.rawPayload.length),
        'x-content-type-options': 'nosniff',
      });
      expect(await download(shop)).toEqual([
        [
          1,
          'А-2',
          '=1+1',
          undefined,
          0,
          undefined,
          'Склад № 1',
          'ТЕСТ',
          ids[1],
          undefined,
          undefined,
          'по\u00a0запросу',
        ],
        [2, '00123', 'Фильтр', 1650.28, 2.5, 'TOYOTA', 'Склад № 1', 'ТЕСТ', ids[0]],
      ]);
      expect(answer.rawPayload.includes('Поставщик')).toBe(false);
    }));

  test('comes as text too', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1', title: '=1', price: 123_450, amount: 3 });
      const answer = await shop.call('GET', '/file/download?format=csv', { as: null });
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toBe('attachment; filename="price.csv"');
      expect(answer.body.split('\r\n')[1]).toMatch(/^1;A-1;'=1;1234,50;3;;Склад № 1;ТЕСТ;\d+;;;$/);
    }));

  test('is not sent again to who has it, answers HEAD, and is built anew when the catalogue has changed', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' });
      const first = await shop.call('GET', '/file/download');
      const etag = String(first.headers.etag);
      const again = () => shop.call('GET', '/file/download', { headers: { 'if-none-match': `"x", ${etag}` } });
      const unchanged = await again();
      expect([unchanged.statusCode, unchanged.body, unchanged.headers.etag]).toEqual([304, '', etag]);
      const head = await shop.call('HEAD', '/file/download');
      expect([head.statusCode, head.body, head.headers.etag, head.headers['content-length']]).toEqual([
        200,
        '',
        etag,
        first.headers['content-length'],
      ]);
      const csv = await shop.call('GET', '/file/download?format=csv');
      expect(csv.headers.etag).not.toBe(etag);
      await shop.add({ article: 'A-2' });
      const changed = await again();
      expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false]);
      expect(await download(shop)).toHaveLength(2);
      expect(await filesOf(shop)).toHaveLength(2);
      await shop.call('PATCH', '/brands/1', { json: { title: 'ДРУГОЙ' } });
      expect((await download(shop))[0]?.[7]).toBe('ДРУГОЙ');
    }));

  test('is built once for many who ask at the same time', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' });
      const answers = await Promise.all(Array.from({ length: 20 }, () => shop.call('GET', '/file/download')));
      expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(await filesOf(shop)).toHaveLength(1);
    }));

  test('shows no expired price and an expired amount as 0 from the day on, without a change of the catalogue', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1', price: 5000, amount: 3, priceDay: 20_000 });
      expect((await download(shop))[0]?.slice(3, 5)).toEqual([50, 3]);
      shop.now = NOON + 31 * DAY;
      expect((await download(shop))[0]?.slice(3, 5)).toEqual([undefined, 0]);
    }));

  test('is built again when its file was taken away', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'A-1' });
      await download(shop);
      for (const name of await filesOf(shop)) await rm(join(shop.filesFolder, 'pricelists', name));
      expect(await download(shop)).toHaveLength(1);
    }));

  test('security 35: shows one moment of the catalogue, however it changes meanwhile', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await fill(shop, 12_000, 40);
      const raise = () =>
        shop.bridge.database.write(async (transaction) => {
          await sql`UPDATE positions SET price = price + 100`.execute(transaction);
          await sql`UPDATE catalogue_state SET version = version + 1`.execute(transaction);
        });
      let done = false;
      const raising = (async () => {
        for (let round = 0; round < 6 && !done; round++) await raise();
      })();
      const rows = await download(shop);
      done = true;
      await raising;
      expect(rows).toHaveLength(12_000);
      expect(new Set(rows.map((row) => row[3])).size).toBe(1);
    }),
  );

  test('security 35: a reader that takes next to nothing holds up no writer and is cut off, and the next one is served', () =>
    withBridge(
      open,
      async (shop) => {
        await fill(shop, 6_000, 2_000);
        await shop.app.listen({ host: '127.0.0.1', port: 0 });
        const { port } = shop.app.server.address() as AddressInfo;
        const socket = connect(port, '127.0.0.1');
        socket.write('GET /api/bridge/file/download?format=csv HTTP/1.1\r\nHost: shop\r\n\r\n');
        let received = 0;
        await new Promise<void>((resolve) => {
          socket.once('data', (piece) => {
            received = piece.length;
            socket.pause();
            resolve();
          });
        });
        const meanwhile = await shop.call('PATCH', '/brands/1', { json: { title: 'НЕ ЖДЁТ' } });
        expect(meanwhile.statusCode).toBe(200);
        // Cut by the window, not by a timer of this test: what follows waits for the socket's end.
        await pause(1_000);
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket
          .on('error', () => {})
          .on('data', (piece) => {
            received += piece.length;
          });
        socket.resume();
        await closed;
        const whole = await shop.call('GET', '/file/download?format=csv');
        expect(whole.rawPayload.length).toBeGreaterThan(20_000_000);
        expect(received).toBeLessThan(whole.rawPayload.length);
      },
      { slowWindowMs: 200 },
    ));

  test(
    'the hourly sweep takes expired positions out of stock, counts the version up once, and removes forgotten photos',
    { tags: ['store'] },
    () =>
      withBridge(open, async (shop) => {
        const { database, photos } = shop.bridge.context;
        const used = await photos.put('webp', Buffer.from('used'));
        const orphan = await photos.put('webp', Buffer.from('orphan'));
        const [old = 0, fresh = 0] = await shop.add(
          { article: 'OLD-1', priceDay: 20_000, photo: used },
          { article: 'NEW-1', priceDay: 20_010 },
        );
        const stock = async () =>
          (await database.read.selectFrom('positions').select(['id', 'in_stock']).orderBy('id').execute()).map(
            (row) => [row.id, row.in_stock],
          );
        const version = async () =>
          (await database.read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
        const before = await version();
        await writtenAt(shop.filesFolder, NOON);
        shop.now = NOON + 31 * DAY;
        const today = Math.floor(shop.now / DAY);
        await database.write((transaction) =>
          transaction.updateTable('positions').set({ price_day: today }).where('id', '=', fresh).execute(),
        );
        expect(await sweepCatalogue(shop.bridge.context)).toEqual({ expired: 1, photos: 1 });
        expect(await stock()).toEqual([
          [old, 0],
          [fresh, 1],
        ]);
        expect(await version()).toBe(before + 1);
        expect(await sweepCatalogue(shop.bridge.context)).toEqual({ expired: 0, photos: 0 });
        expect(await version()).toBe(before + 1);
        expect(await photos.open(orphan)).toBeNull();
        const kept = await photos.open(used);
        expect(kept).not.toBeNull();
        await kept?.close();
      }),
  );

  test('a service that starts again throws away price lists and half-received uploads of its former life', () =>
    withBridge(open, async (shop) => {
      for (const folder of ['pricelists', 'incoming']) {
        await mkdir(join(shop.filesFolder, folder), { recursive: true });
        await writeFile(join(shop.filesFolder, folder, 'left.part'), 'half');
      }
      const { database, context } = shop.bridge;
      const again = await shopServiceOver(database, { ...context, filesFolder: shop.filesFolder });
      expect(await filesOf(shop)).toEqual([]);
      expect(await readdir(shop.filesFolder)).not.toContain('incoming');
      await again.close();
    }));

  test('security 47: a second server on the same folder takes no file of the first and breaks no download', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: '00123', title: 'Фильтр', price: 100, amount: 1 });
      expect(await download(shop)).toHaveLength(1);
      const incoming = join(shop.filesFolder, 'incoming');
      await mkdir(incoming, { recursive: true });
      // The parent of this process is alive, a process with such a number is not.
      for (const owner of [process.ppid, 2 ** 30]) await writeFile(join(incoming, `${owner}-x.part`), 'half');
      const { database, context } = shop.bridge;
      const second = await shopServiceOver(
        { ...database, close: async () => {} },
        { ...context, filesFolder: shop.filesFolder },
      );
      await second.close();
      expect(await readdir(incoming)).toEqual([`${process.ppid}-x.part`]);
      expect(await download(shop)).toHaveLength(1);
      await shop.call('PATCH', '/brands/1', { json: { title: 'Другой' } });
      expect(await download(shop)).toMatchObject([{ 7: 'Другой' }]);
    }));
});
