import { expect, test } from 'vitest';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { testIdentity } from '../../support/http-server.ts';
import { importText, indexedKeys, openCatalogue, positionsOf } from '../price-lists/catalogue.ts';

const SHOP = { name: 'Склад', address: 'https://parts.example', serviceAddress: 'https://api.parts.example' };

aboveSql('positions that visitors do not see', (open) => {
  test('are in no search, on no card, in no list, feed or count', () =>
    withBridge(open, async ({ add, bridge, call }) => {
      const given = { title: 'Вал карданный', code: 'К-77' };
      const ids = await add(
        { ...given, article: '740-1', alias: 'shown' },
        { ...given, article: '740-2', alias: 'hidden', hidden: 1 },
        { ...given, article: '740-3', alias: 'removed', hidden: 2 },
      );
      await bridge.database.write((transaction) =>
        transaction
          .insertInto('alias_redirects')
          .values({ alias: 'old', position_id: ids[1] ?? 0 })
          .execute(),
      );
      await bridge.context.shown.caughtUp();
      const get = (path: string) => call('GET', path, { as: null });
      for (const query of ['740', '7402', 'вал', 'к77', '40-'])
        expect((await get(`/search?query=${encodeURIComponent(query)}`)).body, query).not.toMatch(/740-[23]/);
      expect((await get('/search?query=740')).json().total).toBe(1);
      expect((await get('/search/suggest?query=740')).json().suggestions).toMatchObject([{ text: '740-1' }]);
      const list = await call('POST', '/search/list', { as: null, json: { articles: ['740-2', '740-1'] } });
      expect(list.json().rows.map((row: { positions: unknown[] }) => row.positions.length)).toEqual([0, 1]);
      for (const id of ids.slice(1)) expect((await call('GET', `/card/${id}`)).statusCode).toBe(404);
      for (const alias of ['hidden', 'removed', 'old'])
        expect((await get(`/card/product/${alias}`)).statusCode).toBe(404);
      expect((await bridge.card({ alias: 'hidden' })).position).toBeNull();
      expect((await get('/card')).json()).toHaveLength(1);
      expect((await get('/card/all/count')).json()).toEqual({ count: 1 });
      expect((await get('/file/download?format=csv')).body.match(/740-\d/g)).toEqual(['740-1']);
      const feeds = await buildServer({
        services: [{ name: 'feeds', prefix: '', routes: bridge.feeds(() => SHOP) }],
        identity: testIdentity,
      });
      for (const path of ['/sitemap-products-1.xml', '/yml.xml']) {
        const { body } = await feeds.inject({ url: path });
        expect(body.match(/product\/\w+/g), path).toEqual(['product/shown']);
      }
      await feeds.close();
    }));

  test('a price list updates one that is hidden, and brings one that was removed back as a new one', async () => {
    const database = await openCatalogue(open);
    await importText(database, ['A-1;Вал;1;1;', 'A-2;Ось;2;2;', 'A-3;Кольцо;3;3;']);
    const [first, second] = await positionsOf(database);
    const hide = (id: number | undefined, hidden: number) =>
      database.write((transaction) =>
        transaction
          .updateTable('positions')
          .set({ hidden })
          .where('id', '=', id ?? 0)
          .execute(),
      );
    await hide(first?.id, 1);
    await hide(second?.id, 2);
    const lines = ['A-1;Вал;1;5;', 'A-2;Ось;4;2;', 'A-3;Кольцо;3;3;', 'A-2;Ось;5;2;'];
    const careful = await importText(database, lines.slice(1), { form: { addNewPositionMode: '' } });
    expect(careful).toMatchObject({ created: 0, updated: 0, unchanged: 1, skipped: 2 });
    const answer = await importText(database, lines);
    expect(answer).toMatchObject({ created: 1, updated: 1, unchanged: 2, duplicates: 1 });
    expect(await positionsOf(database)).toMatchObject([
      { id: first?.id, hidden: 1, amount: 5 },
      { id: second?.id, hidden: 0, price: 500, alias: second?.alias },
      { hidden: 0 },
    ]);
    expect((await importText(database, lines)).created).toBe(0);
    if (database.dialect === 'postgres') expect(await indexedKeys(database)).toEqual(['2 a2 1', '3 a3 1']);
  });

  test('a brand goes with all its positions, seen or not', () =>
    withBridge(open, async ({ add, call, bridge }) => {
      await add({ article: '1' }, { article: '2', hidden: 1 }, { article: '3', hidden: 2 });
      expect((await call('DELETE', '/brands/1')).json()).toMatchObject({ error: 'in use' });
      expect((await call('DELETE', '/brands/1?cascade=1')).statusCode).toBe(200);
      expect(await positionsOf(bridge.database)).toEqual([]);
    }));
});
