import { expect, test } from 'vitest';
import type { SearchMissPage } from '../../../contract/catalogue/search-words.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const ask = (shop: TestBridge, path: string, query: string, more = '') =>
  shop.call('GET', `/${path}/?query=${encodeURIComponent(query)}${more}`, { as: null });
const list = async (shop: TestBridge, query = ''): Promise<SearchMissPage> =>
  (await shop.call('GET', `/search/misses${query}`)).json();

aboveSql('what is searched for and not found', (open) => {
  test('is counted by its wording, however the search was made', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'V-1', title: 'Вал карданный' });
      await ask(shop, 'search', 'Хрустальная  СОВА');
      await ask(shop, 'parts', 'хрустальная сова');
      await ask(shop, 'parts', 'хрустальная сова', '&strict=1');
      await ask(shop, 'parts', 'хрустальная сова', '&inStock=1');
      await ask(shop, 'parts', 'вал карданный восьмиосный');
      await ask(shop, 'parts', 'вал карданный');
      await ask(shop, 'search', 'куплю вал карданный');
      const { misses, next } = await list(shop);
      expect(next).toBeNull();
      expect(misses.map(({ wording, count, outcome, left }) => [wording, count, outcome, left])).toEqual([
        ['хрустальная сова', 2, 'nothing', ''],
        ['вал карданный восьмиосный', 1, 'less', 'восьмиосный'],
      ]);
      expect((await list(shop, '?outcome=less')).misses).toHaveLength(1);

      await ask(shop, 'parts', 'хрустальная сова');
      expect((await list(shop)).misses[0]).toMatchObject({ wording: 'хрустальная сова', count: 3 });
      const forget = () => shop.call('DELETE', `/search/misses?wording=${encodeURIComponent('хрустальная сова')}`);
      expect((await forget()).statusCode).toBe(204);
      expect((await forget()).statusCode).toBe(404);
      expect((await list(shop)).misses.map(({ wording }) => wording)).toEqual(['вал карданный восьмиосный']);
    }),
  );

  test('is not kept where it may tell of a person, or is no wording', () =>
    withBridge(open, async (shop) => {
      for (const query of [
        'anna@parts.example',
        'перезвоните +7 (912) 345-67-89',
        '8 912 345 67 89 хочу стартёр',
        '89123456789',
        `${'сова '.repeat(25)}`,
        '!!!',
      ])
        await ask(shop, 'parts', query);
      expect((await list(shop)).misses).toEqual([]);
      await ask(shop, 'parts', '8972225100999');
      expect((await list(shop)).misses.map(({ wording }) => wording)).toEqual(['8972225100999']);
    }));

  test('comes in pages, the most frequent first', () =>
    withBridge(open, async (shop) => {
      for (let n = 0; n < 60; n++) await ask(shop, 'parts', `сова${'а'.repeat(n)}`);
      await ask(shop, 'parts', 'сова');
      const first = await list(shop);
      expect(first.misses[0]).toMatchObject({ wording: 'сова', count: 2 });
      const second = await list(shop, `?cursor=${first.next}`);
      expect(second.next).toBeNull();
      const wordings = [...first.misses, ...second.misses].map(({ wording }) => wording);
      expect(new Set(wordings).size).toBe(60);
      for (const query of ['?cursor=%7B', '?outcome=other'])
        expect((await shop.call('GET', `/search/misses${query}`)).statusCode, query).toBe(400);
      expect((await shop.call('GET', '/search/misses', { as: null })).statusCode).toBe(401);
    }));
});
