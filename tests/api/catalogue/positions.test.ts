import { expect, test } from 'vitest';
import type { StaffPosition } from '../../../contract/catalogue/staff-positions.ts';
import { POSITION_IDS_MAX, STAFF_POSITIONS_PAGE } from '../../../contract/limits.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { importFile, importText, positionsOf } from '../price-lists/catalogue.ts';
import { undone } from '../price-lists/edits.ts';

const list = async ({ call }: TestBridge, query = '') => {
  const answer = await call('GET', `/positions${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const articles = async (shop: TestBridge, query = ''): Promise<string[]> =>
  (await list(shop, query)).positions.map(({ article }: StaffPosition) => article);
const post = async ({ call }: TestBridge, action: string, json: object) =>
  call('POST', `/positions/${action}`, { json });

aboveSql('positions by hand', (open) => {
  test('are listed by filter, page by page, with what visitors do not see', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await shop.add(
        { article: 'A-1', title: 'Вал карданный', price: 0, photo: 'x.webp' },
        { article: 'A-2', title: 'ось', code: 'К-77', priceDay: 19_900, hidden: 1 },
        { article: 'A-3', title: 'Ось', hidden: 2 },
      );
      const { runId } = await importText(shop.bridge.context.database, ['Б-4;Кольцо;5;1;']);
      expect(await articles(shop)).toEqual(['Б-4', 'A-1']);
      expect(await articles(shop, '?shown=all')).toEqual(['Б-4', 'A-3', 'A-2', 'A-1']);
      expect(await articles(shop, '?shown=hidden')).toEqual(['A-2']);
      expect(await articles(shop, '?shown=removed')).toEqual(['A-3']);
      expect(await articles(shop, `?runId=${runId}`)).toEqual(['Б-4']);
      expect(await articles(shop, '?shown=all&withoutPrice=1')).toEqual(['A-2', 'A-1']);
      expect(await articles(shop, '?withoutPhoto=1')).toEqual(['Б-4']);
      expect(await articles(shop, '?shown=all&olderThanDays=50')).toEqual(['A-2']);
      expect(await articles(shop, '?brandId=1&providerId=2')).toEqual([]);
      for (const query of ['ОСЬ', 'ось'])
        expect(await articles(shop, `?shown=all&query=${encodeURIComponent(query)}`)).toEqual(['A-3', 'A-2']);
      expect(await articles(shop, `?shown=all&query=${encodeURIComponent('к-77')}`)).toEqual(['A-2']);
      expect(await articles(shop, `?query=${encodeURIComponent('а 1')}`)).toEqual(['A-1']);
      expect((await list(shop, '?shown=hidden')).positions[0]).toMatchObject({
        price: '1.00',
        hidden: 1,
        priceDay: '2024-06-26',
        isExpired: true,
        brandTitle: 'ТЕСТ',
        providerTitle: 'Поставщик',
      });
      for (const query of ['?brandId=x', '?shown=some', '?olderThanDays=-1'])
        expect((await shop.call('GET', `/positions${query}`)).json()).toEqual({ error: 'invalid filter' });
      await shop.add(...Array.from({ length: 60 }, (_, at) => ({ article: `В-${at}` })));
      const first = await list(shop);
      expect([first.positions.length, first.total, first.totalIsBound]).toEqual([STAFF_POSITIONS_PAGE, 62, false]);
      const second = await list(shop, `?cursor=${first.next}`);
      expect([second.positions.length, second.next]).toEqual([12, null]);
    }),
  );

  test('are corrected, found and shown so at once, by whoever has seen the latest', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1', title: 'Вал', price: 100, manufacturer: 'ЗМЗ' });
      await shop.add({ article: 'А1', title: 'Вал', manufacturer: 'BOSCH', alias: 'other' });
      const patch = (json: object) => shop.call('PATCH', `/positions/${id}`, { json });
      const was = { title: 'Вал', price: '1.00' };
      const answer = await patch({ title: ' Ось  задняя ', price: '1 250,5', was });
      expect(answer.json()).toMatchObject({
        position: { id, title: 'Ось задняя', price: '1250.50', priceDay: '2024-10-04' },
        runId: 1,
      });
      const found = await shop.call('GET', `/search?query=${encodeURIComponent('ось задняя')}`, { as: null });
      expect(found.json().positions).toMatchObject([{ id, price: '1250.50' }]);
      const late = await patch({ title: 'Ось', was });
      expect([late.statusCode, late.json()]).toEqual([409, { error: 'changed meanwhile' }]);
      const refusals: [object, number, string][] = [
        [{ price: '-1', was: {} }, 400, 'invalid price'],
        [{ amount: 'много', was: {} }, 400, 'invalid amount'],
        [{ weight: 'x', was: {} }, 400, 'invalid size'],
        [{ article: '—', was: {} }, 400, 'invalid text'],
        [{ article: 'Б-9', was: { article: 'A-1' } }, 409, 'other article'],
        [{ manufacturer: 'bosch', was: { manufacturer: 'ЗМЗ' } }, 409, 'position exists'],
      ];
      for (const [json, status, error] of refusals) {
        const refused = await patch(json);
        expect([refused.statusCode, refused.json()]).toEqual([status, { error }]);
      }
      expect(
        (await patch({ article: 'A 1', weight: '1,5', was: { article: 'A-1', weight: '0' } })).json(),
      ).toMatchObject({ position: { article: 'A 1', weight: '1.50' } });
      const maker = await patch({ manufacturer: 'MANN', was: { manufacturer: 'ЗМЗ' } });
      const { alias } = maker.json().position;
      const [before] = await positionsOf(shop.bridge.context.database);
      expect(before?.alias).toBe(alias);
      expect((await patch({ title: 'Ось задняя', was: { title: 'Ось задняя' } })).json().runId).toBeNull();
      expect((await shop.call('PATCH', '/positions/77', { json: { was: {} } })).statusCode).toBe(404);
    }),
  );

  test('are hidden, removed and restored one by one or by filter, and the run is taken back', () =>
    withBridge(open, async (shop) => {
      const ids = await shop.add({ article: 'A-1' }, { article: 'A-2' }, { article: 'A-3' });
      const search = async () =>
        (await shop.call('GET', '/search?query=a', { as: null })).json().positions?.length ?? 0;
      const hide = (await post(shop, 'hide', { ids: ids.slice(0, 2) })).json();
      expect(hide).toEqual({ runId: 1, changed: 2, unchanged: 0 });
      expect(await search()).toBe(1);
      expect((await post(shop, 'remove', { ids: [...ids.slice(1), 77] })).json()).toMatchObject({
        changed: 2,
        unchanged: 1,
      });
      expect(await search()).toBe(0);
      expect((await post(shop, 'hide', { ids })).json()).toMatchObject({ runId: null, unchanged: 3 });
      const filter = { shown: 'removed' };
      const late = await post(shop, 'restore', { filter, expected: 3 });
      expect([late.statusCode, late.json()]).toEqual([409, { error: 'changed meanwhile' }]);
      const restore = (await post(shop, 'restore', { filter, expected: 2 })).json();
      expect(restore).toMatchObject({ changed: 2 });
      expect(await articles(shop, '?shown=all')).toEqual(['A-3', 'A-2', 'A-1']);
      expect(await search()).toBe(2);
      expect(await undone(shop.bridge.context.database, restore.runId)).toMatchObject({ restored: 2 });
      expect(await articles(shop, '?shown=removed')).toEqual(['A-3', 'A-2']);
      const many = Array.from({ length: POSITION_IDS_MAX + 1 }, (_, at) => at + 1);
      for (const [json, error] of [
        [{}, 'invalid ids'],
        [{ ids: [] }, 'invalid ids'],
        [{ ids: many }, 'invalid ids'],
        [{ ids: ['1'] }, 'invalid ids'],
        [{ ids, filter, expected: 1 }, 'invalid ids'],
        [{ filter }, 'invalid filter'],
        [{ filter: { brandId: 1 }, expected: 1 }, 'invalid filter'],
      ] as const) {
        const refused = await post(shop, 'remove', json);
        expect([refused.statusCode, refused.json()]).toEqual([400, { error }]);
      }
    }));

  test(
    'change price, stock, brand and provider in one go, after a look at what would happen, and back again',
    { tags: ['store'] },
    () =>
      withBridge(open, async (shop) => {
        const { database } = shop.bridge.context;
        const ids = await shop.add(
          { article: 'A-1', title: 'Вал', price: 10_050 },
          { article: 'A-2', price: 0 },
          { article: 'A-3', price: 20_000, amount: 7 },
        );
        const change = async (json: object) => {
          const answer = await post(shop, 'change', json);
          expect(answer.statusCode, answer.body).toBe(200);
          return answer.json();
        };
        const prices = async () => (await positionsOf(database)).map(({ price }) => price);
        const look = await change({ ids, percent: '10', roundTo: 10, dryRun: true });
        expect(look).toMatchObject({ runId: null, changed: 2, unchanged: 1, refused: 0 });
        expect(look.samples).toMatchObject([
          { article: 'A-1', before: { price: '100.50' }, after: { price: '110.00' } },
          { article: 'A-3', before: { price: '200.00' }, after: { price: '220.00' } },
        ]);
        expect(await prices()).toEqual([10_050, 0, 20_000]);
        const moved = await change({ filter: { brandId: '1' }, expected: 3, percent: 10, roundTo: '10' });
        expect(moved).toMatchObject({ runId: 1, changed: 2, unchanged: 1 });
        expect(await prices()).toEqual([11_000, 0, 22_000]);
        const run = (await shop.call('GET', '/import/runs/1')).json();
        expect(run).toMatchObject({ kind: 'hand', canUndo: true, counts: { priceUp: 2 } });
        expect(await undone(database, 1)).toMatchObject({ restored: 2 });
        expect(await prices()).toEqual([10_050, 0, 20_000]);
        expect(await change({ ids, amount: '3', price: '99,90' })).toMatchObject({ changed: 3 });
        expect((await list(shop)).positions).toMatchObject(ids.map(() => ({ amount: 3, price: '99.90' })));

        const other = (await shop.call('POST', '/brands/', { json: { title: 'ДРУГОЙ' } })).json().id;
        await shop.add({ article: 'А 1', brandId: other, alias: 'there-already' });
        const owned = await change({ ids, brandId: other });
        expect(owned).toMatchObject({ changed: 2, refused: 1, unchanged: 0 });
        expect(await articles(shop, `?brandId=${other}`)).toEqual(['А 1', 'A-3', 'A-2']);
        const found = (await shop.call('GET', `/search?query=A-3&brandId=${other}`, { as: null })).json();
        expect(found.positions).toMatchObject([{ article: 'A-3', brandId: other }]);
        const [shown] = (await shop.call('GET', `/import/runs/${owned.runId}/changes`)).json().changes;
        expect(shown).toMatchObject({ before: { brand_id: 'ТЕСТ' }, after: { brand_id: 'ДРУГОЙ' } });
        expect(await undone(database, owned.runId)).toMatchObject({ restored: 2, kept: 0 });
        expect(await articles(shop, '?brandId=1')).toEqual(['A-3', 'A-2', 'A-1']);

        const refusals: [object, number, string][] = [
          [{ ids }, 400, 'invalid change'],
          [{ ids, dryRun: true }, 400, 'invalid change'],
          [{ ids, price: 1, percent: 5 }, 400, 'invalid change'],
          [{ ids, percent: '-100' }, 400, 'invalid percent'],
          [{ price: 1 }, 400, 'invalid ids'],
          [{ ids, brandId: 99 }, 404, 'brand not found'],
          [{ ids, providerId: 99 }, 404, 'provider not found'],
          [{ filter: { brandId: '1' }, expected: 9, price: 1 }, 409, 'changed meanwhile'],
        ];
        for (const [json, status, error] of refusals) {
          const refused = await post(shop, 'change', json);
          expect([refused.statusCode, refused.json()]).toEqual([status, { error }]);
        }
      }),
  );

  test('that were moved to another provider survive the undo of the list that brought them, and a deleted one', () =>
    withBridge(open, async (shop) => {
      const { database } = shop.bridge.context;
      const { runId } = await importText(database, ['A-1;Вал;10;1;', 'A-2;Ось;10;1;']);
      const provider = async (title: string) =>
        (await shop.call('POST', '/providers/', { json: { title } })).json<{ id: number }>().id;
      const [second, third] = [await provider('Второй'), await provider('Третий')];
      const move = async (providerId: number) => (await post(shop, 'change', { ids: [1], providerId })).json().runId;
      await move(second);
      const last = await move(third);
      expect(await undone(database, runId)).toMatchObject({ removed: 1, kept: 1 });
      expect(await articles(shop)).toEqual(['A-1']);
      await shop.call('DELETE', `/providers/${second}`);
      const kept = await undone(database, last);
      expect(kept).toMatchObject({ restored: 0, kept: 1 });
      expect((await list(shop)).positions).toMatchObject([{ providerId: third }]);
    }));

  test('have a history, which tells price and amount after each run', () =>
    withBridge(open, async (shop) => {
      const { database } = shop.bridge.context;
      const first = await importText(database, ['A-1;Вал;10;1;']);
      await importText(database, ['A-1;Вал;20;1;']);
      await importText(database, ['A-1;Вал;20;1;']);
      await shop.call('PATCH', '/positions/1', { json: { amount: 5, was: { amount: 1 } } });
      const { changes } = (await shop.call('GET', '/positions/1/history')).json();
      expect(changes).toMatchObject([
        { kind: 'hand', price: '20.00', priceBefore: '20.00', amount: 5, amountBefore: 1, changed: ['amount'] },
        { kind: 'file', fileName: 'price.csv', price: '20.00', priceBefore: '10.00', amount: 1, isCreated: false },
        { runId: first.runId, price: '10.00', priceBefore: null, amount: 1, amountBefore: null, isCreated: true },
      ]);
      expect((await shop.call('GET', '/positions/9/history')).json()).toEqual({ error: 'card not found' });
    }));

  test.each(['xlsx', 'csv'])('are exported as %s, which changes nothing when it is read back', (format) =>
    withBridge(open, async (shop) => {
      await shop.add(
        { article: '00123', title: '=cmd|"x"; "кавычки"', price: 123_456, amount: 2.5, manufacturer: 'ЗМЗ' },
        { article: '1234567890123456789012345', title: 'два  слова 😀' },
        { article: 'A-3', hidden: 1 },
        { article: 'A-4', hidden: 2 },
      );
      const answer = await shop.call('GET', `/positions/export?format=${format}&shown=all&withoutPhoto=1`);
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="positions.${format}"`,
      ]);
      const { mkdir, writeFile } = await import('node:fs/promises');
      await mkdir(shop.filesFolder, { recursive: true });
      const only = await shop.call('GET', `/positions/export?format=${format}&shown=hidden`);
      for (const [file, rows] of [
        [answer, 4],
        [only, 1],
      ] as const) {
        const path = `${shop.filesFolder}/list.${format}`;
        await writeFile(path, file.rawPayload);
        const before = await positionsOf(shop.bridge.context.database);
        const report = await importFile(shop.bridge.context.database, path, { form: { addNewPositionMode: '' } });
        // One that was removed comes back with a list that names it.
        const created = rows === 4 ? 1 : 0;
        expect(report).toMatchObject({ created, updated: 0, unchanged: rows - created, failed: 0 });
        const after = await positionsOf(shop.bridge.context.database);
        expect(after.map(({ price, title, amount }) => [price, title, amount])).toEqual(
          before.map(({ price, title, amount }) => [price, title, amount]),
        );
      }
    }),
  );
});
