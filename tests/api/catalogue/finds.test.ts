import { expect, test } from 'vitest';
import type { SearchAnswer } from '../../../contract/catalogue/positions.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';

async function addBrand(bridge: TestBridge, title: string): Promise<number> {
  const answer = await bridge.call('POST', '/brands/', { json: { title } });
  return answer.json().id;
}

/** The whole answer to a query, or null for «positions not found». */
async function find(bridge: TestBridge, query: string, more = ''): Promise<SearchAnswer | null> {
  const answer = await bridge.call('GET', `/search/?query=${encodeURIComponent(query)}${more}`, { as: null });
  if (answer.statusCode === 404) return null;
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const articles = (answer: SearchAnswer | null) => answer?.positions.map((position) => position.article) ?? [];

aboveSql('search', (open) => {
  test('finds an article whatever separators, blanks and case it is typed with', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: '04465-33471', title: 'Колодки' }, { article: '4465-33471' });
      for (const query of ['0446533471', '04465 33471', '04465.33471', ' 04465/33471 ', '«04465—33471»']) {
        const answer = await find(bridge, query);
        expect(articles(answer), query).toEqual(['04465-33471']);
        expect(answer).toMatchObject({ exact: 1, total: 1, totalIsBound: false });
      }
      await bridge.add({ article: 'abC-12x' });
      expect(articles(await find(bridge, 'ABc12X'))).toEqual(['abC-12x']);
    }));

  test('finds an article typed in look-alikes of the other alphabet', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'АВЕКМНОРСТУХ' }, { article: '740.3З-1О' });
      expect(articles(await find(bridge, 'ABEKMHOPCTYX'))).toEqual(['АВЕКМНОРСТУХ']);
      expect(articles(await find(bridge, 'abekmh0pctyx'))).toEqual(['АВЕКМНОРСТУХ']);
      expect(articles(await find(bridge, '7403310'))).toEqual(['740.3З-1О']);
    }));

  test('finds the start of an article before an inner fragment of it', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'X-740-1' }, { article: '740-1-B' }, { article: '740-1-A' }, { article: '740' });
      const answer = await find(bridge, '7401');
      expect(articles(answer)).toEqual(['740-1-A', '740-1-B', 'X-740-1']);
      expect(answer?.positions.map(({ match }) => match)).toEqual(['similar', 'similar', 'similar']);
      expect(articles(await find(bridge, '40-1-'))).toEqual(['X-740-1', '740-1-B', '740-1-A']);
      expect(await find(bridge, '41')).toBeNull();
    }));

  test('an exact article answers at once, what is similar comes with «load more»', () =>
    withBridge(open, async (bridge) => {
      const similar = [{ article: '9-740-10' }, { article: '5', title: 'Вал к 74010' }];
      await bridge.add({ article: '740-10' }, { article: '740-10-1' }, ...similar);
      const answer = await find(bridge, '74010');
      expect(answer).toMatchObject({ exact: 1, total: 2, more: true });
      expect(articles(answer)).toEqual(['740-10', '740-10-1']);
      const rest = await find(bridge, '74010', `&cursor=${answer?.next}`);
      expect(articles(rest)).toEqual(['9-740-10', '5']);
      expect(rest).toMatchObject({ more: false, next: null });
      // A word without a digit may be an article by chance, so the words are not kept waiting.
      await bridge.add({ article: 'ВАЛ' }, { article: '6', title: 'Валы' });
      expect(articles(await find(bridge, 'вал'))).toEqual(['ВАЛ', '5', '6']);
    }));

  test('finds words in any order and any form, ё as е, the last one unfinished', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'A1', title: 'Фильтр масляный двигателя' },
        { article: 'A2', title: 'Шестерня ведомая' },
        { article: 'A3', title: 'Oil filter' },
        { article: 'A4', title: 'Шестерёнка насоса 10мм' },
      );
      // What titles say in other words counts as much as what is typed.
      expect(articles(await find(bridge, 'масляного фильтра'))).toEqual(['A1', 'A3']);
      expect(articles(await find(bridge, 'двигатель фильтры'))).toEqual(['A1']);
      expect(articles(await find(bridge, 'ШЕСТЕРЕНКА'))).toEqual(['A4', 'A2']);
      expect(articles(await find(bridge, 'шестерёнка 10 мм'))).toEqual(['A4']);
      expect(articles(await find(bridge, 'filter oil'))).toEqual(['A1', 'A3']);
      expect(articles(await find(bridge, 'шесте')).toSorted()).toEqual(['A2', 'A4']);
      expect(articles(await find(bridge, 'насоса шест'))).toEqual(['A4']);
      expect(articles(await find(bridge, 'фильтр мас'))).toEqual(['A1']);
      expect(articles(await find(bridge, 'ма'))).toEqual(['A1']);
      expect(await find(bridge, 'фильтр насоса', '&strict=1')).toBeNull();
    }));

  test('finds words with an article: first rows that satisfy both, then the others of the article', () =>
    withBridge(open, async (bridge) => {
      const brandId = await addBrand(bridge, 'КАМАЗ');
      await bridge.add(
        { article: '740-1000', title: 'Вал' },
        { article: '740-1000', title: 'Прокладка', providerId: 1, manufacturer: 'ЗМЗ' },
        { article: '740-1000', title: 'Прокладка', brandId },
        { article: '740-2000', title: 'Прокладка', brandId },
        { article: '55', title: 'Прокладка для 740-1000' },
      );
      const answer = await find(bridge, 'прокладка 740-1000');
      expect(articles(answer)).toEqual(['740-1000', '740-1000', '740-1000']);
      expect(articles(await find(bridge, 'прокладка 740-1000', `&cursor=${answer?.next}`))).toEqual(['55']);
      expect(answer?.positions.map(({ title }) => title).slice(0, 3)).toEqual(['Прокладка', 'Прокладка', 'Вал']);
      expect((await find(bridge, '740 1000 змз'))?.positions[0]?.manufacturer).toBe('ЗМЗ');
      const branded = await find(bridge, 'камаз 740-1000');
      expect(branded?.positions[0]?.brantTitle).toBe('КАМАЗ');
      expect(articles(branded)).toHaveLength(3);
      expect(articles(await find(bridge, 'камаз 2000'))).toEqual(['740-2000']);
      expect(articles(await find(bridge, 'прокладки камаз'))).toEqual(['740-1000', '740-2000']);
      expect(articles(await find(bridge, 'прокладка кам'))).toEqual(['740-1000', '740-2000']);
    }));

  test('a renamed brand is found by its new title only', () =>
    withBridge(open, async (bridge) => {
      const brandId = await addBrand(bridge, 'Старый');
      await bridge.add({ article: 'B1', title: 'Болт', brandId });
      expect(articles(await find(bridge, 'старый'))).toEqual(['B1']);
      await bridge.call('PATCH', `/brands/${brandId}`, { json: { title: 'Новейший' } });
      expect(await find(bridge, 'старый')).toBeNull();
      expect(articles(await find(bridge, 'болт новейший'))).toEqual(['B1']);
    }));

  test('reads a query in the other keyboard layout only when it finds nothing as typed', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'F1', title: 'Фильтр' }, { article: 'SKF-6204', title: 'Подшипник' });
      const filter = await find(bridge, 'abkmnh');
      expect(articles(filter)).toEqual(['F1']);
      expect(filter?.note).toBe('фильтр');
      expect(articles(await find(bridge, 'ЫЛА'))).toEqual(['SKF-6204']);
      await bridge.add({ article: 'abkmnh' });
      const typed = await find(bridge, 'abkmnh');
      expect(articles(typed)).toEqual(['abkmnh']);
      expect(typed).not.toHaveProperty('note');
    }));

  test('reads a word with one typing error last', () =>
    withBridge(open, async (bridge) => {
      const brandId = await addBrand(bridge, 'Термостат');
      await bridge.add(
        { article: 'P1', title: 'Подшипник ступицы' },
        { article: 'P2', title: 'Кран' },
        { article: 'P3', title: 'Деталь', brandId },
      );
      for (const query of ['подшыпник', 'подшипнк', 'подшиппник', 'подшипинк', 'ступицы подшипникк']) {
        const answer = await find(bridge, query);
        expect(articles(answer), query).toEqual(['P1']);
      }
      expect(articles(await find(bridge, 'термастат'))).toEqual(['P3']);
      expect(await find(bridge, 'крун')).toBeNull();
    }));

  test('finds a position by the code of the supplier as if it were the article', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'A-1', code: 'ЦБ-0012345' }, { article: 'ЦБ0012345' });
      expect(articles(await find(bridge, 'цб0012345'))).toEqual(['A-1', 'ЦБ0012345']);
      expect(articles(await find(bridge, 'цб-00'))).toEqual(['A-1', 'ЦБ0012345']);
      expect(articles(await find(bridge, '12345'))).toEqual(['A-1', 'ЦБ0012345']);
    }));

  test('shows what is in stock first inside a stage, and the same order every time', () =>
    withBridge(open, async (bridge) => {
      await bridge.add(
        { article: 'K1', title: 'Кольцо', amount: 0 },
        { article: 'K2', title: 'Кольцо' },
        { article: 'K', title: 'Кольцо', amount: 0 },
        { article: 'K3', title: 'Кольцо', amount: 0 },
        { article: 'K4', title: 'Кольцо' },
      );
      expect(articles(await find(bridge, 'кольцо'))).toEqual(['K2', 'K4', 'K1', 'K', 'K3']);
      expect(articles(await find(bridge, 'k'))).toEqual(['K', 'K2', 'K4', 'K1', 'K3']);
      expect(articles(await find(bridge, 'кольца  '))).toEqual(articles(await find(bridge, 'кольца')));
    }));

  test('an expired price shows as 0.00 with amount 0, and the sweep takes it out of stock', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'E1', title: 'Лампа', price: 12345, amount: 3 });
      expect((await find(bridge, 'e1'))?.positions[0]).toMatchObject({ price: '123.45', amount: 3 });
      await bridge.add({ article: 'E2', title: 'Лампа', priceDay: 20_020 });
      bridge.now += 31 * 86_400_000;
      expect((await find(bridge, 'e1'))?.positions[0]).toMatchObject({ price: '0.00', amount: 0 });
      const job = new URL('../../../server/catalogue/changes/expire-job.ts', import.meta.url);
      const { database } = bridge.bridge.context;
      expect(await database.runJob(job, { liveDay: 20_001 })).toBe(1);
      expect(articles(await find(bridge, 'лампа'))).toEqual(['E2', 'E1']);
    }));

  test('an answer has the agreed keys', () =>
    withBridge(open, async (bridge) => {
      await bridge.add({ article: 'Z-1', title: 'Замок' });
      const answer = await find(bridge, 'замок', '&limit=5&offset=&last=');
      expect(Object.keys(answer ?? {}).sort()).toEqual(
        ['exact', 'limit', 'more', 'next', 'offset', 'positions', 'time', 'total', 'totalIsBound'].sort(),
      );
      expect(answer).toMatchObject({ limit: 5, offset: 0, total: 1, exact: 0 });
      expect(answer?.positions[0]).toMatchObject({
        article: 'Z-1',
        brantTitle: 'ТЕСТ',
        stock: 'Склад № 1',
        price: '1.00',
        match: 'words',
        uid: null,
        code: null,
        storage: null,
        weight: '0.00',
      });
    }));
});
