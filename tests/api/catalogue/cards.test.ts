import { expect, test } from 'vitest';
import { NOON, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const DAY = 86_400_000;

aboveSql('cards', (open) => {
  test('security 96: a card answers by id and by alias with the 20 known keys, with or without a valid token', () =>
    withBridge(open, async ({ call, add }) => {
      const [id = 0] = await add({
        article: '04465-33471',
        title: 'Колодки тормозные',
        manufacturer: 'TOYOTA',
        code: 'Т-17',
        price: 165_028,
        amount: 2.5,
        weight: 120,
        alias: '04465_33471_kolodki',
      });
      const expected = {
        id,
        createdAt: '2023-11-14T22:13:20.000Z',
        brandId: 1,
        brantTitle: 'ТЕСТ',
        providerId: 1,
        stock: 'Склад № 1',
        uid: null,
        code: 'Т-17',
        article: '04465-33471',
        title: 'Колодки тормозные',
        photo: null,
        price: '1650.28',
        amount: 2.5,
        storage: null,
        weight: '1.20',
        width: '0.00',
        height: '0.00',
        length: '0.00',
        manufacturer: 'TOYOTA',
        alias: '04465_33471_kolodki',
      };
      for (const path of [`/card/${id}`, `/card/${id}/`, '/card/product/04465_33471_kolodki/']) {
        for (const as of [null, 'user-token', 'expired']) {
          const answer = await call('GET', path, { as });
          expect([answer.statusCode, answer.json()]).toEqual([200, expected]);
        }
      }
    }));

  test('an old alias answers the present card under its present alias', () =>
    withBridge(open, async ({ call, add, bridge }) => {
      const [id = 0] = await add({ article: 'A-1', alias: 'new_alias' });
      await bridge.database.write((transaction) =>
        transaction.insertInto('alias_redirects').values({ alias: 'old_alias', position_id: id }).execute(),
      );
      const answer = await call('GET', '/card/product/old_alias', { as: null });
      expect(answer.json()).toMatchObject({ id, alias: 'new_alias' });
    }));

  test('an unknown or malformed id or alias is 404, and /card/photo without a name is a card that does not exist', () =>
    withBridge(open, async ({ call, add }) => {
      await add({ article: 'A-1', alias: 'alias' });
      const paths = ['/card/0', '/card/77', '/card/abc', '/card/6abc', '/card/1.5', '/card/photo', '/card/1e0'];
      paths.push('/card/99999999999999999999', '/card/product/Alias', '/card/product/%25', "/card/product/'");
      for (const path of paths) {
        const answer = await call('GET', path, { as: null });
        expect([path, answer.statusCode, answer.json()]).toEqual([path, 404, { error: 'card not found' }]);
      }
    }));

  test('a price that was not confirmed for longer than its life shows as 0, and so does the amount', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1', price: 5000, amount: 3, priceDay: 20_000 });
      const shown = async () => {
        const { price, amount } = (await shop.call('GET', `/card/${id}`)).json<{ price: string; amount: number }>();
        return [price, amount];
      };
      shop.now = NOON + 30 * DAY;
      expect(await shown()).toEqual(['50.00', 3]);
      shop.now = NOON + 31 * DAY;
      expect(await shown()).toEqual(['0.00', 0]);
    }));

  test('the flat list pages from the newest by last and by offset, and knows its count', () =>
    withBridge(open, async ({ call, add }) => {
      const ids = await add(...Array.from({ length: 23 }, (_, n) => ({ article: `L-${n}`, amount: n % 2 })));
      const newest = ids.toReversed();
      const list = async (query: string) =>
        (await call('GET', `/card/?${query}`, { as: null })).json<{ id: number }[]>().map(({ id }) => id);
      expect(await list('')).toEqual(newest.slice(0, 10));
      expect(await list('limit=5&offset=20')).toEqual(newest.slice(20));
      expect(await list(`limit=5&last=${newest[4]}`)).toEqual(newest.slice(5, 10));
      expect(await list('limit=1000')).toEqual(newest);
      expect(await list('limit=10&offset=23')).toEqual([]);
      expect((await call('GET', '/card/all/count/', { as: null })).json()).toEqual({ count: 23 });
    }));

  test('security 42: limits, offsets and last ids out of range are clamped or refused', () =>
    withBridge(open, async ({ call, add }) => {
      const ids = await add(...Array.from({ length: 3 }, (_, n) => ({ article: `L-${n}` })));
      const list = async (query: string) => {
        const answer = await call('GET', `/card?${query}`, { as: null });
        return answer.statusCode === 200 ? answer.json<unknown[]>().length : answer.statusCode;
      };
      expect(await list('limit=-1')).toBe(1);
      expect(await list('limit=0')).toBe(1);
      expect(await list('limit=NaN&offset=&last=')).toBe(3);
      expect(await list('limit=1000000000')).toBe(3);
      expect(await list('offset=-5&last=-5')).toBe(3);
      expect(await list('offset=1000000000')).toBe(400);
      expect(await list(`last=${(ids[2] ?? 0) + 1000}`)).toBe(3);
      expect(await list('limit=1&limit=2')).toBe(400);
    }));
});
