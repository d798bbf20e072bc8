import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ListPartsAnswer, PartAnswer, PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { OffersAnswer } from '../../../contract/requests/requests.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import { readWhole, texts, workFolder } from '../../support/workbooks-read.ts';

const HEAD = { article: '740.1003010-20', manufacturer: 'КАМАЗ' };

/** An ordinary head, an analogue, a discounted and a rebuilt one, and an ordinary one to order. */
async function addHeads({ bridge, add }: TestBridge) {
  await bridge.database.write(async (transaction) => {
    const row = { title: 'Другой', created_at: 0, updated_at: 0 };
    await transaction.insertInto('providers').values([row, row, row, row]).execute();
  });
  const ids = await add(
    { ...HEAD, title: 'Головка блока КамАЗ', price: 900_000, amount: 2 },
    { ...HEAD, title: 'Головка блока КамАЗ (ан.)', price: 500_000, amount: 9, providerId: 2 },
    { ...HEAD, title: 'ГОЛОВКА БЛОКА КАМАЗ (УЦЕНКА: СКОЛ)', price: 300_000, amount: 1, providerId: 3 },
    { ...HEAD, title: 'Головка блока КамАЗ после ремонта', price: 400_000, amount: 3, providerId: 4 },
    { ...HEAD, title: 'Головка блока КамАЗ', price: 100_000, amount: 0, providerId: 5 },
  );
  const [plain = 0, analogue = 0, discounted = 0, rebuilt = 0, ordered = 0] = ids;
  return { plain, analogue, discounted, rebuilt, ordered };
}

const search = async ({ call }: TestBridge, query: string, more = ''): Promise<PartsAnswer> =>
  (await call('GET', `/parts/?query=${encodeURIComponent(query)}${more}`, { as: null })).json();

const list = async ({ call }: TestBridge, lines: string): Promise<ListPartsAnswer> =>
  (await call('POST', '/search/list/parts', { as: null, json: { lines } })).json();

aboveSql('an offer is itself', (open) => {
  test('in results, on the card, in a request: each under its own marks, one group alone summed and priced', () =>
    withBridge(open, async (shop) => {
      const heads = await addHeads(shop);
      const [part] = (await search(shop, HEAD.article)).parts;
      expect(part).toMatchObject({
        ...{ title: 'Головка блока КамАЗ', marks: [], priceFrom: '9000.00', toOrder: false, amount: 2 },
        best: [{ id: heads.plain }, { id: heads.ordered }, { id: heads.analogue, marks: ['аналог'] }],
      });
      const card: PartAnswer = (await shop.call('GET', `/parts/${part?.id}`, { as: null })).json();
      expect(card).toMatchObject({ title: 'Головка блока КамАЗ', priceFrom: '9000.00', amount: 2 });
      expect(card.offers.map(({ id, name, marks }) => [id, name, ...marks])).toEqual([
        [heads.plain, 'Головка блока КамАЗ'],
        [heads.ordered, 'Головка блока КамАЗ'],
        [heads.analogue, 'Головка блока КамАЗ', 'аналог'],
        [heads.discounted, 'Головка блока КамАЗ', 'уценка: скол'],
        [heads.rebuilt, 'Головка блока КамАЗ', 'восстановленный'],
      ]);
      const ids = [heads.discounted, heads.plain];
      const { offers }: OffersAnswer = (await shop.call('GET', `/requests/offers?ids=${ids}`, { as: null })).json();
      expect(offers.map(({ marks, price }) => [marks, price])).toEqual([
        [['уценка: скол'], '3000.00'],
        [[], '9000.00'],
      ]);
    }));

  test('the price that is shown is the one that filters and sorts', () =>
    withBridge(open, async (shop) => {
      await addHeads(shop);
      await shop.add({
        article: '740.1003010-30',
        manufacturer: 'КАМАЗ',
        title: 'Головка блока',
        price: 800_000,
        amount: 1,
      });
      const found = async (more: string) =>
        (await search(shop, 'головка', more)).parts.map(({ article, priceFrom }) => `${article} ${priceFrom}`);
      const [cheaper, dearer] = ['740.1003010-30 8000.00', '740.1003010-20 9000.00'];
      expect(await found('&order=price')).toEqual([cheaper, dearer]);
      expect(await found('&priceTo=8500')).toEqual([cheaper]);
      expect(await found('&priceTo=5000')).toEqual([]);
      expect(await found('&priceFrom=8500')).toEqual([dearer]);
      expect((await search(shop, 'головка', '&priceTo=8500')).facets.maker).toMatchObject([{ count: 1 }]);
      // Who chooses a mark sees what it costs.
      const marked = await search(shop, 'головка', `&mark=${encodeURIComponent('уценка')}&priceTo=5000`);
      expect(marked.parts[0]).toMatchObject({ priceFrom: '3000.00', special: true, marks: ['уценка: скол'] });
    }));

  test('a list takes ordinary ones, and leaves what is sold with a mark alone to be chosen', () =>
    withBridge(open, async (shop) => {
      const heads = await addHeads(shop);
      await shop.add({ article: 'У-100', title: 'Насос б/у', price: 10_000, amount: 4 });
      const { lines, totals } = await list(shop, '740.1003010-20\t5\nУ-100\t2');
      expect(lines[0]?.readings[0]?.parts[0]?.takes).toMatchObject([
        { positionId: heads.plain, name: 'Головка блока КамАЗ', marks: [], amount: 5, inStock: 2, price: '9000.00' },
      ]);
      expect(lines[1]?.readings[0]?.parts[0]).toMatchObject({ special: true, marks: ['б/у'], takes: [], sum: '0.00' });
      expect(totals).toMatchObject({ found: 2, open: 1, pieces: 5, sum: '45000.00' });
      const file = join(await workFolder(), 'list.xlsx');
      const json = { lines: '740.1003010-20\t2\nУ-100\t2' };
      await writeFile(file, (await shop.call('POST', '/search/list/parts?format=xlsx', { as: null, json })).rawPayload);
      const rows = texts(await readWhole(file));
      expect(rows[1]?.slice(3, 5)).toEqual(['Головка блока КамАЗ', '']);
      expect(rows[2]?.slice(2, 5)).toEqual(['У-100', 'Насос', 'б/у']);
      expect(rows[2]?.at(-1)).toContain('не выбрано');
    }));

  test('a mark counts a part once, however many of its offers have it and whatever they add', () =>
    withBridge(open, async (shop) => {
      await addHeads(shop);
      const providerId = (await shop.call('POST', '/providers', { json: { title: 'Ещё один' } })).json().id;
      const scratched = { ...HEAD, title: 'Головка блока КамАЗ (уценка: царапина)', price: 200_000, amount: 1 };
      await shop.add({ ...scratched, providerId });
      await shop.add({ article: 'Ф-1', title: 'Фара уценка', price: 100, amount: 1 });
      for (const more of ['', '&priceTo=8000', '&inStock=1', `&mark=${encodeURIComponent('уценка')}`]) {
        const all = await search(shop, 'головка', more);
        const count = all.facets.mark.find(({ value }) => value === 'уценка')?.count;
        const asked = await search(
          shop,
          'головка',
          `${more.replace(/&mark=.*/, '')}&mark=${encodeURIComponent('уценка')}`,
        );
        expect([count, asked.total.count], more).toEqual([1, 1]);
      }
    }));

  test('a supplier is shown under the name and the terms that the shop gives it', () =>
    withBridge(open, async (shop) => {
      const [id = 0] = await shop.add({ article: 'A-1', title: 'Вал', price: 100, amount: 1 });
      const terms = { publicName: 'Склад Челябинск', deliveryFrom: '2', deliveryTo: '3' };
      const saved = await shop.call('PUT', '/providers/1/terms', { json: terms });
      expect([saved.statusCode, saved.json()]).toEqual([
        200,
        { id: 1, publicName: 'Склад Челябинск', deliveryFrom: 2, deliveryTo: 3 },
      ]);
      const { parts, facets } = await search(shop, 'вал');
      expect(parts[0]?.best[0]).toMatchObject({ stock: 'Склад Челябинск', deliveryFrom: 2, deliveryDays: 3 });
      expect(facets.provider).toMatchObject([{ title: 'Склад Челябинск' }]);
      expect((await shop.call('GET', `/card/${id}`, { as: null })).json()).toMatchObject({ stock: 'Склад Челябинск' });
      expect((await list(shop, 'A-1')).lines[0]?.readings[0]?.parts[0]?.takes[0]?.stock).toBe('Склад Челябинск');
      expect((await shop.call('GET', '/providers', { as: 'user-token' })).json()).toEqual([
        { id: 1, title: 'Склад Челябинск' },
      ]);
      for (const [json, error] of [
        [{ ...terms, deliveryFrom: '5' }, 'invalid delivery'],
        [{ ...terms, deliveryTo: 'завтра' }, 'invalid delivery'],
        [{ ...terms, deliveryTo: '' }, 'invalid delivery'],
        [{ ...terms, publicName: 'я'.repeat(61) }, 'invalid public name'],
      ] as const) {
        const refused = await shop.call('PUT', '/providers/1/terms', { json });
        expect([refused.statusCode, refused.json()]).toEqual([400, { error }]);
      }
      expect((await shop.call('PUT', '/providers/77/terms', { json: terms })).statusCode).toBe(404);
    }));

  test('no two suppliers are shown under one name', () =>
    withBridge(open, async (shop) => {
      const other = (await shop.call('POST', '/providers', { json: { title: 'Второй' } })).json();
      const name = async (id: number, publicName: string) => {
        const json = { publicName, deliveryFrom: '', deliveryTo: '' };
        const saved = await shop.call('PUT', `/providers/${id}/terms`, { json });
        return saved.statusCode === 200 ? saved.json().publicName : saved.json().error;
      };
      expect(await name(1, 'Склад Челябинск')).toBe('Склад Челябинск');
      expect(await name(other.id, 'склад  ЧЕЛЯБИНСК')).toBe('public name is taken');
      expect(await name(other.id, 'Склад № 1')).toBe('public name is taken');
      expect(await name(other.id, `Склад № ${other.id}`)).toBe(`Склад № ${other.id}`);
      expect(await name(1, 'Склад ЧЕЛЯБИНСК')).toBe('Склад ЧЕЛЯБИНСК');
      expect([await name(1, ''), await name(other.id, '')]).toEqual(['', '']);
    }));
});

aboveSql('a line of a list is read as the search reads it', (open) => {
  test.each([
    ['740.1003010-20 уценка', 'discounted', '740.1003010-20, уценка'],
    ['740.1003010-20 восст. 1 шт', 'rebuilt', '740.1003010-20, восстановленный'],
    ['Головка КамАЗ аналог 740.1003010-20 2 шт', 'analogue', '740.1003010-20, аналог'],
    ['740.1003010-20 б/у 1 шт', 'plain', '740.1003010-20, б/у'],
    ['740.1003010-20 2 компл.', 'plain', '740.1003010-20'],
  ] as const)('gives the offer whose mark it asks for, and keeps the mark in sight: %s', (line, wanted, asked) =>
    withBridge(open, async (shop) => {
      const heads = await addHeads(shop);
      const [reading] = (await list(shop, line)).lines[0]?.readings ?? [];
      expect([reading?.article, reading?.parts[0]?.takes.map(({ positionId }) => positionId)]).toEqual([
        asked,
        [heads[wanted]],
      ]);
    }),
  );

  test.each([
    ['740 1003010 20 — 1 шт;', '740.1003010-20', 1],
    ['740 1003010 20 1 шт,', '740.1003010-20', 1],
    ['740.1003010-20/2шт', '740.1003010-20', 2],
    ['головка камаз 3', '740.1003010-20', 3],
    ['740.1003010-20 КАМАЗ 3', '740.1003010-20', 3],
    ['740.1003010-20 - две штуки', '740.1003010-20', 2],
    ['740.1003010-20 (2)', '740.1003010-20', 2],
  ] as const)('whatever ends it: %s', (line, article, amount) =>
    withBridge(open, async (shop) => {
      await addHeads(shop);
      await shop.add({ article: '740.1003010', title: 'Другая головка', price: 100, amount: 1 });
      const answer = (await list(shop, line)).lines[0];
      const chosen = answer?.readings[answer.chosen];
      expect([chosen?.parts[0]?.article, chosen?.amount, chosen?.problem]).toEqual([article, amount, null]);
    }),
  );

  test('with a slip in its number among words it offers the number that may be meant, and takes none', () =>
    withBridge(open, async (shop) => {
      await addHeads(shop);
      await shop.add({ article: 'Г-1', title: 'Головка блока ЗИЛ', price: 100, amount: 5 });
      for (const line of ['Головка 740.1003011-20 2 шт', '740.103010-20 головка блока КАМАЗ 1 шт']) {
        const [answer] = (await list(shop, line)).lines;
        expect([answer?.readings[0]?.parts, answer?.near], line).toEqual([[], ['740.1003010-20']]);
      }
    }));

  test.each([
    ['Диск сцепления 238Б-1601130 2 шт', 'article', 2],
    ['238Б-1601130 Диск сцепления 2 шт срочно', 'article', 2],
    ['арт. 238Б-1601130 - 2', 'article', 2],
    ['238Б-1601130|2', 'article', 2],
    ['Диск сцепления ЯМЗ\t238Б-1601130\t2 шт', 'article', 2],
    ['нужен 238Б 1601130 диск 2к-та', 'article', 2],
    ['2 шт диск сцепления ЯМЗ-238 238Б-1601130', 'article', 2],
    ['диск сцепления ямз 238 1 шт', 'words', 1],
    ['диск сцепления ямз', 'words', 1],
  ])('%s', (line, by, amount) =>
    withBridge(open, async (shop) => {
      await shop.add(
        {
          article: '238Б-1601130',
          title: 'Диск сцепления ведомый ЯМЗ-238',
          manufacturer: 'ЯМЗ',
          price: 100,
          amount: 5,
        },
        { article: '740-1', title: 'Насос водяной КамАЗ', manufacturer: 'КАМАЗ', price: 100, amount: 5 },
      );
      const [found] = (await list(shop, line)).lines;
      const reading = found?.readings[found.chosen];
      expect(reading).toMatchObject({ by, amount });
      expect(reading?.parts[0]?.article).toBe('238Б-1601130');
    }),
  );
});

aboveSql('neighbours of a number', (open) => {
  test('are shown behind an exact one, and the button is not there where there are none', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: '740.1003010-20' }, { article: '740.1003010-30' }, { article: 'W 914/2' });
      const { parts, next } = await search(shop, '740.1003010-20');
      expect(parts.map(({ article, match }) => [article, match])).toEqual([['740.1003010-20', 'exact']]);
      const more = await search(shop, '740.1003010-20', `&cursor=${next}`);
      expect(more.parts.map(({ article, match }) => [article, match])).toEqual([['740.1003010-30', 'similar']]);
      expect((await search(shop, 'W 914/2')).next).toBeNull();
    }));

  test.each([
    ['740.1003110-20', 'one wrong sign'],
    ['740.100310-20', 'one missing'],
    ['740.10033010-20', 'one doubled'],
    ['740.1003001-20', 'two swapped'],
    ['740.1003010-25', 'another execution'],
  ])('%s: %s is told as a guess', (typed) =>
    withBridge(open, async (shop) => {
      await shop.add({ article: '740.1003010-20' }, { article: 'ДЗ-98В.20.40.358' });
      const { parts, exact, apart, notes } = await search(shop, typed);
      expect(parts.map(({ article, match }) => [article, match])).toEqual([['740.1003010-20', 'similar']]);
      expect([exact, apart, notes]).toEqual([0, false, [{ kind: 'near', text: typed }]]);
    }),
  );

  test('are other executions too, with a letter or a number, however it is typed', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: '236-3708800-Б' }, { article: '236-3708800-20' });
      for (const typed of ['236-3708800-Б', '2363708800Б', '236 3708800 б']) {
        const { parts, next } = await search(shop, typed);
        expect([parts.map(({ article }) => article), next !== null], typed).toEqual([['236-3708800-Б'], true]);
        const more = await search(shop, typed, `&cursor=${encodeURIComponent(next ?? '')}`);
        expect(
          more.parts.map(({ article }) => article),
          typed,
        ).toEqual(['236-3708800-20']);
      }
    }));

  test('take no place of an article that is there, and not at the price that is asked for', () =>
    withBridge(open, async (shop) => {
      await shop.add(
        { ...HEAD, title: 'Головка', price: 900_000, amount: 1 },
        { article: '740.1003010-30', title: 'Головка', price: 100, amount: 1 },
      );
      const { parts, total } = await search(shop, HEAD.article, '&priceTo=500');
      expect([parts, total.count]).toEqual([[], 0]);
      expect((await search(shop, 'головка', '&priceTo=500')).parts.map(({ article }) => article)).toEqual([
        '740.1003010-30',
      ]);
    }));

  test('a slip in a number among words is told as a guess, before anything is left out', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'Г-1', title: 'Головка блока ЗИЛ' }, { ...HEAD, title: 'Головка блока КамАЗ' });
      for (const typed of ['головка 740.1003011-20', '740 103010 20 головка камаз', 'арт. 740.1030010-20 головка']) {
        const { parts, exact, apart, notes } = await search(shop, typed);
        expect([exact, apart, parts.map(({ article, match }) => [article, match])], typed).toEqual([
          0,
          true,
          [['740.1003010-20', 'similar']],
        ]);
        expect(notes.map(({ kind, means }) => [kind, means])).toContainEqual(['near', '740.1003010-20']);
      }
    }));

  test('what is heard or mended into an article is a guess at it', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: 'VKBA 6588', title: 'VKBA 6588 Подшипник' }, { article: 'B88001 86B3A' });
      for (const typed of ['VKBAA 6588', 'B88001 86W3A']) {
        const { exact, parts, notes } = await search(shop, typed);
        expect([exact, parts.length, notes.map(({ kind }) => kind)], typed).toEqual([0, 1, ['near']]);
      }
    }));

  test('a part whose number is but a piece of the typed one is not called exact', () =>
    withBridge(open, async (shop) => {
      await shop.add({ article: '740.1003010-20' }, { article: '740.1003010' });
      const { parts, exact } = await search(shop, '740 1003010 20');
      expect(exact).toBe(1);
      expect(parts.map(({ article, match }) => [article, match])).toEqual([
        ['740.1003010-20', 'exact'],
        ['740.1003010', 'similar'],
      ]);
    }));
});
