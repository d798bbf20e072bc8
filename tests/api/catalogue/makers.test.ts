import { expect, test } from 'vitest';
import type { ListPartsAnswer, PartAnswer, PartsAnswer, PartsDirectory } from '../../../contract/catalogue/parts.ts';
import { settleMakers } from '../../../server/catalogue/changes/upkeep.ts';
import { wordKey } from '../../../server/catalogue/search-words/dictionary.ts';
import { savedNow } from '../../../server/platform/database/types.ts';
import { NOON, type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

const parts = async (shop: TestBridge, query: Record<string, string>): Promise<PartsAnswer> =>
  (await shop.call('GET', `/parts/?${new URLSearchParams(query)}`, { as: null })).json();
const makersOf = async (shop: TestBridge): Promise<Record<string, number>> => {
  const { makers } = (await shop.call('GET', '/parts/directory', { as: null })).json() as PartsDirectory;
  return Object.fromEntries(makers.map(({ title, count }) => [title, count]));
};
const say = (shop: TestBridge, json: object) => shop.call('POST', '/search/words', { json });

const OFFERS = [
  { article: 'А-1', title: 'Вал', manufacturer: 'Заря', providerId: 1 },
  { article: 'А-1', title: 'Вал', manufacturer: 'ООО «Заря»', providerId: 1 },
  { article: 'А-1', title: 'Вал', manufacturer: 'Завод Заря', providerId: 1 },
  { article: 'Б-2', title: 'Вал', manufacturer: 'Завод Заря', providerId: 1 },
  { article: 'В-3', title: 'Вал', manufacturer: 'Бош', providerId: 1 },
];

aboveSql('one maker under several names', (open) => {
  test('is one part, one value of the filter and one name, whatever name is asked for', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      const [first] = await shop.add(...OFFERS.slice(0, 3));
      await shop.add(...OFFERS.slice(3));
      expect(await makersOf(shop)).toEqual({ Заря: 1, 'Завод Заря': 2, Bosch: 1 });
      for (const maker of ['Заря', 'ООО «Заря»', 'заря ооо']) {
        const { parts: found } = await parts(shop, { maker });
        expect(found.map(({ article, maker, offers }) => [article, maker, offers])).toEqual([['А-1', 'Заря', 2]]);
      }
      const card = (await shop.call('GET', `/card/${first}/part`, { as: null })).json() as PartAnswer;
      expect([card.maker, card.offers.map(({ manufacturer }) => manufacturer)]).toEqual(['Заря', ['Заря', 'Заря']]);
      // Clients of the older API read what the supplier wrote.
      const { manufacturer } = (await shop.call('GET', `/card/${(first ?? 0) + 1}`, { as: null })).json();
      expect(manufacturer).toBe('ООО «Заря»');
      const lines = ['А-1;1;ООО Заря'];
      const list = (
        await shop.call('POST', '/search/list/parts', { as: null, json: { lines } })
      ).json() as ListPartsAnswer;
      expect(list.lines[0]?.readings[0]?.parts[0]?.maker).toBe('Заря');
    }),
  );

  test('is suggested, joined by the shop, kept apart by it, and parted again', { tags: ['store'] }, () =>
    withBridge(open, async (shop) => {
      await shop.add(...OFFERS);
      const likely = async () => (await shop.call('GET', '/search/words/makers')).json().pairs;
      expect(await likely()).toEqual([{ word: { title: 'Заря', count: 1 }, means: { title: 'Завод Заря', count: 2 } }]);
      const saved = await say(shop, { word: 'Завод Заря', kind: 'maker', means: 'Заря' });
      expect(saved.json()).toMatchObject({ word: 'Завод Заря', kind: 'maker', means: ['Заря'] });
      expect(await makersOf(shop)).toEqual({ Заря: 2, Bosch: 1 });
      expect(await likely()).toEqual([]);
      const { parts: joined } = await parts(shop, { query: 'А-1' });
      expect(joined.map(({ maker, offers }) => [maker, offers])).toEqual([['Заря', 3]]);

      await shop.call('DELETE', `/search/words?word=${encodeURIComponent('Завод Заря')}`);
      expect(await makersOf(shop)).toEqual({ Заря: 1, 'Завод Заря': 2, Bosch: 1 });
      await say(shop, { word: 'Заря', kind: 'maker', means: 'Заря' });
      expect(await likely()).toEqual([]);
      await say(shop, { word: 'ООО «Заря»', kind: 'none' });
      expect(await makersOf(shop)).toEqual({ Заря: 1, 'Завод Заря': 2, 'ООО «Заря»': 1, Bosch: 1 });
    }),
  );

  test('is refused where names lead back to each other, and what was said before counts', () =>
    withBridge(open, async (shop) => {
      await shop.add(...OFFERS);
      const join = async (word: string, means: string) => (await say(shop, { word, kind: 'maker', means })).statusCode;
      expect([await join('Бош', 'Заря'), await join('Заря', 'Завод Заря')]).toEqual([200, 200]);
      expect([await join('Завод Заря', 'Бош'), await join('Завод Заря', 'Заря')]).toEqual([400, 400]);
      expect(await makersOf(shop)).toEqual({ 'Завод Заря': 3 });
    }));

  test('and every other value that is chosen keeps its name where nothing of it is left', () =>
    withBridge(open, async (shop) => {
      await shop.add(...OFFERS, { article: 'Ж-9', title: 'Насос', manufacturer: 'Луч', amount: 0 });
      const { facets, total } = await parts(shop, { query: 'насос', maker: 'ООО Заря', providerId: '1', brandId: '1' });
      expect(total.count).toBe(0);
      expect(facets.maker).toContainEqual({ value: expect.any(String), title: 'Заря', count: 0 });
      expect(facets.provider).toContainEqual({ value: '1', title: 'Склад № 1', count: 0 });
      expect(facets.brand).toContainEqual({ value: '1', title: expect.stringMatching(/\D/), count: 0 });
    }));

  test('becomes one at the next start where a crash came between word and parts', () =>
    withBridge(open, async (shop) => {
      await shop.add(...OFFERS);
      const { database } = shop.bridge.context;
      const said = { word: 'Завод Заря', kind: 'maker' as const, means: 'Заря' };
      await database.write((transaction) =>
        transaction
          .insertInto('search_words')
          .values({ key: wordKey(said.word), ...said, ...savedNow(null, NOON) })
          .execute(),
      );
      await settleMakers(database);
      const { parts: found } = await parts(shop, { query: 'А-1' });
      expect(found.map(({ maker, offers }) => [maker, offers])).toEqual([['Заря', 3]]);
      await settleMakers(database);
    }));

  test('replaces, and is replaced, under any of its names', () =>
    withBridge(open, async (shop) => {
      const [id] = await shop.add(...OFFERS, {
        article: 'Г-4',
        title: 'Вал',
        manufacturer: 'АО «Заря»',
        providerId: 1,
      });
      const cross = { article: 'А-1', maker: 'ПАО Заря', crossArticle: 'Г-4', crossMaker: 'Заря', way: 'both' };
      expect((await shop.call('POST', '/crosses', { json: cross })).statusCode).toBe(200);
      const { crosses } = (await shop.call('GET', `/card/${id}/part`, { as: null })).json() as PartAnswer;
      expect(crosses.map(({ part }) => [part.article, part.maker])).toEqual([['Г-4', 'Заря']]);
    }));
});
